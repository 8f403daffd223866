"""Qt: `QImageReader.setScaledSize`, as QML's Image does with sourceSize."""
import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, qVersion  # noqa: E402
from PySide6.QtGui import QImage, QImageReader  # noqa: E402

import worker  # noqa: E402

QImageReader.setAllocationLimit(0)


class Pixels:
    def __init__(self, image):
        self.image = image

    def tobytes(self):
        return bytes(self.image.constBits())


class Qt:
    version, alpha = f"Qt {qVersion()}", "premultiplied"

    def prepare(self, data):
        self.data = QByteArray(data)

    def decode(self, width, height):
        buffer = QBuffer(self.data)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer)
        if width:
            reader.setScaledSize(QSize(width, height))
        image = reader.read()
        if image.isNull():
            raise ValueError(reader.errorString())
        image = image.convertToFormat(QImage.Format.Format_RGBA8888_Premultiplied)
        return image.width(), image.height(), Pixels(image)


worker.run(Qt())
