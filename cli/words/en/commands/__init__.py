"""What commands say, in English, each in its own module. The one rule: values in, sentences out."""
