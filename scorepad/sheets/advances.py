"""How wide the letters of our fonts are, in hundredths of their size.

Read from the fonts and rounded up; a test holds both against each other. What is in
none of these tables is no wider than others of its script, and letters with accents are
as wide as those without.
"""

from collections.abc import Mapping


def _each(widths: Mapping[int, str]) -> Mapping[str, float]:
    return {
        letter: width / 100 for width, letters in widths.items() for letter in letters
    }


REGULAR = _each(
    {
        18: "’‘",
        24: "'",
        26: " ijl‚łı",
        28: "!,.:;J·¡",
        30: "()`",
        34: "-I[]",
        36: "f“”",
        38: "/\\t{}",
        42: '"r„',
        44: "?°¿",
        46: "_",
        48: "csz",
        50: "–",
        52: "Fvy«»",
        54: "LkxŁ",
        56: "*EST|",
        58: "$+0123456789<=>YZ^ae~×±−",
        60: "VX",
        62: "KPbdghnopquøđðþÞ",
        64: "ACRß",
        66: "#B",
        74: "&DGUĐÐ",
        76: "HN",
        80: "OQw…Ø→",
        84: "%∅",
        88: "æ",
        90: "@Æ",
        92: "M",
        94: "WmŒ",
        96: "œ",
        100: "—",
    }
)
"""Of our sans."""

BOLD = _each(
    {
        26: " ",
        28: "’‘",
        30: "',.·‚",
        32: ":;",
        34: "-",
        36: "ijlłı",
        38: "`",
        40: "!()J¡",
        42: "/I[\\]f",
        44: "t°",
        46: "_{}",
        50: "s–“”",
        52: '"„',
        54: "crz",
        56: "*?|¿",
        58: "$+0123456789<=>^y~×±−",
        60: "Se",
        62: "aovøð«»",
        64: "FPgkÞ",
        66: "#ELTbdpqxđþŁ",
        68: "BCZhnu",
        70: "VY",
        72: "Rß",
        74: "KX",
        76: "AU",
        78: "DGĐÐ",
        80: "OQØ→",
        82: "&HN",
        86: "w",
        92: "%…æ",
        94: "@",
        96: "M",
        98: "œ",
        100: "m—Æ",
        102: "Œ",
        108: "W",
    }
)
"""Of our sans and our serif: whichever is wider."""

WIDE = _each(
    {
        70: "µħĳŋƞơǉɥɦɧɲɳɴʉʋʜβμϗϰднпцчћџѣѧѻқҝҹһӈӌӵԍԩԭԯթớờởỡợ",
        80: "ĲƟưƱȵɝɮʘʧʫʮʯͷΘΟπφϑϘϴОийъѝѦѫѲҡңҩҷҽҿӆӊӣӥӦӨӪԌԏԓԚԥԧԮՊՎՓứừửữự",
        90: (
            "¼½¾ĦŉŊƁƏƝƠƯȠȡɊɚɶɷɸʍʦʪͶΌΎΏΗΝΠΦΩψωώϓϕϻЂЋЍЏИЙНПФЦмфљѡѥѱѺѿҋҠҢҥҨҵҶӅӇӉӘӚ"
            "ӢӤԅԎԒԝԤԦԨԱԹԽՄՌỚỜỞỠỢỨỪỬỮỰ"
        ),
        100: (
            "ƊƕƣǈȸȹɯɰɱʨʩΉΜΨϺЉМЫжшыюњѩѪѰѽҊҗҤҧҴҼҾӂӎӔӕӝӸӹԂԃԄԉԕԖԗԘԙԡԣՠախպտփبتثفٮٹٺٻ"
            "ټٽپٿڀڡڢڣڤڥڦݐݑݒݓݔݕݖݠݡࢠࢡࢤࢶࢷࢸࢻࢾჀᲅᲗᴔᵫᵯᶆỺὛὟὮὯΉ⅔⅖⅘ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫⅰⅱⅲⅳⅴⅵⅶⅷⅸⅹ"
            "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛ⱮꙍꙝꚇꚈꚒꜵꜷꜸꜺꜼ"
            "ꝌꝘꞪꞷꟃꟺꟽꭀꭁꭂꭃꭄꭐꭑ"
        ),
        110: "ǇǌʣʤʥϖЊЖщѠѤѭѾҖӁӍӜԈԋԔԜڪआऑऒओऔॴॵႪლᵺἪἫἬἮἯὊὋὌὍὝὪὫὬὭℋꙑꙒꙧꙭꚗꚙꝏꝠꬺꭣﬃﬄ",
        120: "ƜƢǆǊǋǳǶШЩЮѨѹѼҦԊԠԢᲚἭᾈᾉᾎᾼℳ⅒ⱲꙌꙐꙔꙖꙜꙦꚅꚆꚖꜴꜶꞶꟂﬓﬖ",
        130: "ǅǲѬسشښڛڜۺݜݭݰݽݾᾊᾋᾌᾍᾏᾨᾩῌῼꜲꝳꟿꭦﬔﬕ",
        140: "ѸԫصضڝڞۻࢯᾘᾙᾮᾯꙬꚄꚘꝎ",
        150: "ǄǱԪᾚᾛᾜᾞᾟᾪᾫᾬᾭ",
        160: "ᾝﬗ",
    }
)
"""Letters, plain or bold, that are wider than others of their script."""
