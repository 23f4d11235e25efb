"""The table on a full screen: view models, their drawing, and the application that shows them."""
