"""What can be asked at the table and in the shell, each subject in its module."""
