"""Words that declare an answer, words that join it to the option, and words that decline."""

from __future__ import annotations

import re

CUE = re.compile(
    r"\b(?:answers?|ans|options?|choices?|estimates?|estimation|approximation|response|selection|"
    r"conclusion|label|prediction|verdict|respuesta|antwort|réponse|risposta|resposta|ответ)\b"
    r"|答案|选项|选择|应选|选|答え|正解|정답",
    re.IGNORECASE,
)
"""Where a letter may be declared."""

JOINED_CUE = re.compile(
    r"\b(?:choose|select|pick|go with|corresponds? to|closest to|match(?:es)?|closely to|"
    r"aligns? with)\b|选择|应选|选项|选",
    re.IGNORECASE,
)
"""Declares a letter that follows it at once."""

CONCLUDING = re.compile(r"\b(?:therefore|thus|hence|so)\b[,:]? ?", re.IGNORECASE)
"""Declares what follows at once and is all of its sentence; or a sentence that ends in a value."""

ENDS = re.compile(r"[)\]}\"' ]*+(?:\Z|\n|[.!。；;](?!\d))")
"""Right after an option that ends its sentence."""

MANY_CUE = re.compile(
    r"\b(?:answers?|options?|choices?|figures?|structures?|selection|graphs?|diagrams?|images?|"
    r"ones?|conditions?|criteria|molecules?|plots?|conclusion)\b|答案|选项|选择|应选|选",
    re.IGNORECASE,
)
"""Where several letters may be declared."""

TRUTH_CUE = re.compile(
    r"\b(?:answers?|statement|claim|assertion|conclusion|response|question|this|it|that|"
    r"option|choice|therefore|thus|hence|so|evaluates to|marked as|considered)\b"
    r"|答案|陈述|说法|选择",
    re.IGNORECASE,
)
"""Where a truth value may be declared."""

LINK = re.compile(
    r"\b(?:is|are|be|was|seems?|appears?|as|choose|select|pick|es|ist|est|è|é)\b|[:=→⇒]|是|为|选择|选"
    r"|は|\b's\b",
    re.IGNORECASE,
)
"""Joins a cue and an option."""

FILL = re.compile(
    r"(?:[\s:=-]|\b(?:most|likely|probably|therefore|thus|clearly|approximately|about|around|"
    r"roughly|indeed|closest|to|options?|choices?|letters?|answers?|the|that|figures?|be|"
    r"structures?|graphs?|still|actually|is|are|both|only|definitely|also|all|four|correct|"
    r"final|correctly|represented|by|in|should)\b|选项|选择|选){0,24}+",
    re.IGNORECASE,
)
"""May stand between link and option; bounded, so that no text is walked through twice."""

DECLINED = re.compile(
    r"(?:none|neither|nothing|unknown|undetermined|indeterminate|undefined|n/?a\b|no (?:figure|"
    r"option|answer|correct|structure|such)|cannot|can't|unable|impossible|unclear|not (?:possible"
    r"|provided|listed|available|among|determinable|clear|enough)|insufficient|无法|不知道|没有)",
    re.IGNORECASE,
)
"""After a link: no option is chosen."""

NEGATED = re.compile(r"\b(?:not|never|no longer|isn't|wasn't)(?: \w+){0,2} $|n't (?:\w+ )?$|不 ?$",
                     re.IGNORECASE)  # fmt: skip
"""Right before a cue: what follows is denied."""

NEGATION = re.compile(
    r"\b(?:not|never|no|neither|nor|or|less|more|cannot|between(?= \w{0,15} ?[-−]?\d))\b|n't\b|不",
    re.I,
)
"""In a single sentence: what it names may be what it denies."""

CONDITION = re.compile(r"\b(?:if|whether|unless|suppose|assume|assuming)\b", re.IGNORECASE)
"""Between a cue and a truth value: nothing is declared."""

HYPOTHESIS = re.compile(r"\b(?:if|otherwise|unless|suppose|assuming|else)\b", re.IGNORECASE)
"""Before a cue, in its sentence: what would be the answer, not what is."""

ANSWER = re.compile(r"answers?|答案|选|\bare(?: as follows)?$|\bis$", re.IGNORECASE)
"""Before a colon that declares several letters."""

HEDGED = re.compile(
    r"(?:\b(?:may|might|could|can|cannot|not|would|to|must)|n't)(?: also| well)? $", re.IGNORECASE
)
"""Right before `be`: nothing is declared of the statement."""

DOUBTED = re.compile(r"\b(?:may|might|could|can|cannot)(?: also| well)? $", re.IGNORECASE)
"""Right before `be`: no option is declared."""

CONDITIONAL = re.compile(r",? (?:only )?(?:if|when|unless|provided)\b", re.IGNORECASE)
"""Right after a truth value: nothing is declared."""

NONE_OF = re.compile(r"\b(?:none|neither|not all|no)\b[^.\n]{0,50}$", re.IGNORECASE)
"""Before a list: it is not chosen."""

OPTION = re.compile(r"\b(?:option|choice|answer) ", re.IGNORECASE)
"""Before a letter alone, which may then be praised."""

ONLY = re.compile(r"\bonly\b[^.\n]{0,40}$", re.IGNORECASE)
"""Before an option: it is the whole answer."""

STOP = re.compile(r"[\n?!。；;]|\.(?!\d)")
"""Ends the sentence that a declaration stands in."""

DENIED = re.compile(
    r"[\s,)]*+(?:(?:is|are|was|would be|seems?|looks?|appears?) (?:\w+ )?(?:not|n't|incorrect|wrong"
    r"|too|unlikely|false)\b|isn't|aren't|can't|cannot|does not|doesn't|do not|don't|不"
    r"|but (?:this|that|it) (?:is|seems) (?:\w+ )?(?:not|incorrect|wrong)\b"
    r"|(?:suggest|state|sa[iy]|claim|propose|indicate|impl(?:y|ie))(?:s|ed|es)?\b)",
    re.IGNORECASE,
)
"""Right after an option: it is not chosen, or only what somebody says."""

REJECTED = re.compile(
    r"\b(?:not|incorrect|wrong|too|unlikely|larger|smaller)\b|n't\b", re.IGNORECASE
)
"""In a sentence: it may reject an option, and the next one, too, where the text breaks off."""

TAKEN_BACK = re.compile(r"\b(?:incorrect|wrong|too|unlikely|but)\b", re.IGNORECASE)
"""In a single sentence: it does not mean what it names."""

SINGLE = re.compile(r"\b(?:answer|only)\b", re.IGNORECASE)
"""Before one option of several: it is the whole answer."""

NEITHER = re.compile(r"\b(?:neither|nor)\b", re.IGNORECASE)
"""Between a cue and an option: the option is rejected."""

PRAISED = re.compile(
    r"[\s,)]*+(?:is|would be|seems? to be|appears to be|are|seems?|looks? like|looks|remains)"
    r" (?:(?!not\b)\w+ )?(?:the |a )?(?:most |(?:best|correct|closest|reasonable|right|answer)\b)"
    r"(?! answer if\b| if\b)",
    re.IGNORECASE,
)
"""Right after an option: it is chosen."""

CORRECT = re.compile(
    r" is (?:the )?(?:correct|right|best)(?: answer| option| choice| one)?"
    r"(?=[.,;!\n]|\Z| because\b| since\b)",
    re.IGNORECASE,
)
"""Right after a bare letter that begins a sentence: it is chosen."""

SATISFIES = re.compile(
    r"[\s,)]*+(?:all |both |do |does |that |clearly |also )?(?:satisf(?:y|ies)|meets?|fulfil)",
    re.IGNORECASE,
)
"""Right after options: they are chosen."""

SATISFY = re.compile(r"\b(?:satisf(?:y|ies)|meets?|fulfil)", re.IGNORECASE)
"""Where figures may be chosen."""

ALL_SATISFY = re.compile(
    r"\b(?:all (?:of )?(?:the )?(?:four )?(?:given )?(?:figures?|structures?|options?|graphs?|"
    r"images?|diagrams?)|all of them|all four) (?:(?!that|which)\w+ )?(?:satisfy|meet|fulfil)",
    re.IGNORECASE,
)
"""Chooses every option without naming one."""

REFUSAL = re.compile(
    r"\bI (?:do not|don't|can ?not|can't) (?:know|determine|answer|tell|see)|\bI'?m (?:not sure|"
    r"unable|sorry)|不知道|无法(?:确定|判断|回答)",
    re.IGNORECASE,
)
"""Says that it does not know."""
