import Alula
