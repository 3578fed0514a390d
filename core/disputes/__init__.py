"""What makes two statements of different documents a conflict."""
