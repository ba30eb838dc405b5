"""What can be looked at: boards, sheets and diagrams, as text and as SVG."""
