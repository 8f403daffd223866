print("alula")
