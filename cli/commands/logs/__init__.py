"""What is done with the logs of tables: checked, counted, told again, made a page of."""
