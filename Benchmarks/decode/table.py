"""Markdown: a table for each group, a verdict beside each bar."""
from groups import MOST_MEMORY

HEAD = "| picture | client | CPU ms | ÷ ours | PSNR dB | peak MB | bar | |\n|---|---|---|---|---|---|---|---|"


class Report:
    """Says lines as they come, keeps them, and counts verdicts."""

    def __init__(self):
        self.lines, self.missed, self.met, self.unjudged = [], [], 0, 0

    def say(self, text=""):
        self.lines.append(text)
        print(text, flush=True)

    def verdict(self, is_met, what):
        """The word for a bar; None is a bar that could not be judged."""
        if is_met is None:
            self.unjudged += 1
            return "not judged"
        if is_met:
            self.met += 1
            return "met"
        self.missed.append(what)
        return "**missed**"

    def show_row(self, row, results):
        ours = results[0]
        target = f"→ {row.side}" if row.side else "full size"
        for result in results:
            if result.complaint and result is not ours:
                self.say(f"| {row.picture} {target} | {result.client.title} | skipped: {result.complaint[:60]} | | | | | |")
                continue
            self.say(self.line(f"{row.picture} {target}", row, result, ours))

    def line(self, name, row, result, ours):
        if result.complaint:
            return f"| {name} | {result.client.title} | skipped: {result.complaint[:60]} | | | | | |"
        cells = [name, result.client.title, figure(result.median / 1e3)]
        ratio = None if ours.complaint else result.median / ours.median
        cells.append("" if ratio is None else f"{ratio:.2f}")
        cells.append("" if result.decibels is None else f"{result.decibels:.1f}")
        cells.append("" if result.growth is None else f"{result.growth / 1e6:.1f}")
        cells += self.judge_ours(name, row, ours) if result is ours else self.judge_peer(name, row, result, ratio, ours)
        return "| " + " | ".join(cells) + " |"

    def judge_ours(self, name, row, ours):
        if not row.measures_memory or ours.growth is None:
            return ["", ""]
        megabytes = ours.growth / 1e6
        what = f"{name}: {megabytes:.1f} MB, at most {MOST_MEMORY}"
        return [f"≤ {MOST_MEMORY} MB", self.verdict(megabytes <= MOST_MEMORY, what)]

    def judge_peer(self, name, row, result, ratio, ours):
        bar = row.bars.get(result.client.name)
        if bar is None:
            return ["", ""]
        if ratio is None:
            return [bar.text(), self.verdict(None, "")]
        gain = (ours.decibels or 0) - (result.decibels or 0)
        is_met = ratio >= bar.ratio and (ours.decibels or 0) >= bar.decibels and (not bar.gain or gain >= bar.gain)
        quality = f"; ours {ours.decibels:.1f} dB, {gain:+.1f}" if bar.decibels or bar.gain else ""
        return [bar.text(), self.verdict(is_met, f"{name}: {ratio:.2f} × {result.client.title}, bar {bar.text()}{quality}")]

    def show_bars(self):
        unjudged = f", {self.unjudged} not judged" if self.unjudged else ""
        self.say(f"\nBars: {self.met} met, {len(self.missed)} missed{unjudged}.")
        for line in self.missed:
            self.say(f"- missed: {line}")


def figure(milliseconds):
    return f"{milliseconds:.3f}" if milliseconds < 1 else f"{milliseconds:.2f}" if milliseconds < 10 else f"{milliseconds:.1f}"
