"""OpenCV: `imdecode` with IMREAD_REDUCED_COLOR_2/4/8 (JPEG decodes at that scale), `resize` with INTER_AREA."""
import io

import cv2
import numpy
from PIL import Image

import worker

cv2.setNumThreads(1)
REDUCED = {2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8}


class OpenCV:
    version, alpha = f"OpenCV {cv2.__version__}", "straight"

    def prepare(self, data):
        self.data = numpy.frombuffer(data, numpy.uint8)
        # OpenCV has no call for the header; that it is known already is to OpenCV's good.
        with Image.open(io.BytesIO(data)) as header:
            self.size, self.has_alpha = header.size, header.mode == "RGBA"

    def decode(self, width, height):
        image = cv2.imdecode(self.data, self.flag(width, height))
        if image.dtype != numpy.uint8:
            image = cv2.convertScaleAbs(image, alpha=1 / 257)
        if width:
            image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        order = cv2.COLOR_BGRA2RGBA if image.shape[2] == 4 else cv2.COLOR_BGR2RGBA
        image = cv2.cvtColor(image, order)
        return image.shape[1], image.shape[0], image

    def flag(self, width, height):
        if self.has_alpha:
            return cv2.IMREAD_UNCHANGED
        fitting = [part for part in REDUCED if width and self.size[0] >= part * width and self.size[1] >= part * height]
        return REDUCED[max(fitting)] if fitting else cv2.IMREAD_COLOR


worker.run(OpenCV())
