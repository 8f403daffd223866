"""A suite's numbers and its bar."""

# Share of the decisive files; what is not named here has DEFAULT_BAR.
BARS = {name: 1.0 for name in ("sniff", "bombs", "crashers", "truncated")}
BARS |= {name: 0.95 for name in ("avif", "heic", "jxl", "tiff", "bmp", "ico")}
# Renderers differ in how many dots an inch has, and with it in the size of drawings that are measured in millimetres.
BARS["svg"] = 0.8
DEFAULT_BAR = 0.99
# Suites that have a bar in common.
FAMILIES = {"png-bugs": "png-*", "png-libpng": "png-*", "gif-bugs": "gif-*", "gif-pygif": "gif-*"}
HEADING = f"{'suite':<14}{'decisive':>9}{'passed':>8}{'skipped':>9}{'crashes':>9}{'hangs':>7}{'slowest':>9}{'worst memory':>14}"


class SuiteResult:
    """The checks of one suite, judged."""

    def __init__(self, name, checks, left_out, base):
        self.name, self.checks = name, checks
        self.base = base
        self.skipped = [check for check in checks if check.is_skipped(left_out)]
        self.faults = {check: check.fault(left_out, base) for check in checks}
        self.judged = [check for check in checks if check.expected.is_decisive and not check.is_skipped(left_out)]
        self.passed = sum(self.faults[check] is None for check in self.judged)
        self.crashes = sum(check.has_crashed for check in checks)
        self.hangs = sum(check.has_hung for check in checks)
        self.growth = max([check.memory for check in checks] + [base]) - base

    @property
    def family(self):
        return FAMILIES.get(self.name, self.name)

    @property
    def failures(self):
        return [f"{self.name}/{check.expected.name}: {fault}" for check, fault in self.faults.items() if fault]

    @property
    def has_undecided_failures(self):
        """Crashes, hangs and greed of files that no share counts."""
        return any(fault for check, fault in self.faults.items() if check not in self.judged)

    @property
    def is_unsafe(self):
        return any(fault and (fault in ("crashed", "hung") or fault.startswith("took ")) for fault in self.faults.values())

    def row(self):
        slowest = max([check.seconds for check in self.checks] + [0])
        return (f"{self.name:<14}{len(self.judged):>9}{self.passed:>8}{len(self.skipped):>9}{self.crashes:>9}{self.hangs:>7}"
                f"{slowest:>8.2f}s{self.growth / 1e6:>11.1f} MB")


def missed_bars(results):
    """Lines, one for each bar that is missed."""
    lines = []
    for family in dict.fromkeys(result.family for result in results):
        members = [result for result in results if result.family == family]
        judged, passed = sum(len(one.judged) for one in members), sum(one.passed for one in members)
        bar = BARS.get(family, DEFAULT_BAR)
        if judged and passed < bar * judged:
            lines.append(f"{family}: {passed} of {judged} is {100 * passed / judged:.1f} %, under {100 * bar:.0f} %")
    unsafe = [result.name for result in results if result.is_unsafe or result.has_undecided_failures]
    if unsafe:
        lines.append("crashes, hangs, memory or no report: " + ", ".join(unsafe))
    return lines
