"""Words by which a text shows that it names a time, a person, a place, a reason, a rule or a way."""

from __future__ import annotations

import re

from core.questions.question_kinds import Kind


def _signs(zh: str, en: str, *, names: str = "") -> re.Pattern[str]:
    return re.compile(rf"{zh}|\b(?:{en})\b" + (f"|(?-i:{names})" if names else ""), re.IGNORECASE)


_OCCUPATION = r"[a-z]{3,16}(?:eer|ator|itor|utor|ector|ner|ger|der|ser|yer|cher|ker|pper|ist|ian|ee)s?"

STATED: dict[Kind, re.Pattern[str]] = {
    "when": _signs(
        r"当[天日时]|次[日月年]|立即|随时|每[天日周月年季]|[\u4e00-\u9fff]{2}[前后](?![台者门期缀面续])|以[前后]|时[，,]|期间"
        r"|年代|世纪|初期|末期|同时|周[一二三四五六日末]|夜间|白天|早上|晚上|[上下中]午|傍晚|清晨|凌晨|[春夏秋冬][季天]",
        "night|evening|morning|noon|weekend|winter|spring|summer|autumn|season|1[0-9]{3}|20[0-9]{2}"
        "|after|before|when|once|until|immediately|at once|during|while|every|daily|weekly|monthly|as soon as|upon"
        "|since|now|always|century|anytime|any time",
    ),
    "how_long": _signs(
        r"立即|随时|永久|长期|当[天日]|次[日月年]|不限|直到|直至|无期|终身",
        "immediately|at once|permanent(?:ly)?|until|indefinitely|never|always|unlimited|lifetime|same day|overnight"
        "|forever|as soon as",
    ),
    "how_often": _signs(
        r"每|定期|不定期",
        "every|each|daily|weekly|monthly|yearly|annually|quarterly|regularly|once|twice|always|never|hourly"
        "|continuous(?:ly)?",
    ),
    "how_much": _signs(r"免费|无偿|自费|自付|不收|不另收", "free|no (?:extra )?(?:charge|cost|fee)|included|at no"),
    "how_many": _signs(
        r"不限|无限|没有|多个|全部|一个|两个",
        "unlimited|no limit|any number|as many|both|none|single|only one|pair|dozens?|several",
    ),
    "amount": _signs(
        r"不限|无限|全额|免费|一半|大部分|多数", "unlimited|no limit|as much|in full|half|all|none|most|free"
    ),
    "value": _signs(r"不限|无限|免费|全额", "unlimited|no limit|no maximum|free of charge|no charge|none"),
    "who": _signs(
        r"部门|经理|主管|负责人|管理员|管理者|团队|小组|办公室|服务台|委员会|办公会|工会|协会|理事会|总监|总裁|董事"
        r"|创建者|所有者|员工|人员|[^\W_](?:员|者|家|师)(?![^\W_]?[属里乡庭])|本人|当事人|他人|法人|公司|单位|机构|机关"
        r"|政府|法院|大使|导演|先生|女士|教授|他|她|总统|皇帝|国王|客户|用户|[部组处局院厅会科]长"
        r"|[^\W_]{2}[部局院厅处科组](?![门分署队])",
        "you|he|she|they|managers?|teams?|heads?|leads?|leaders?|officers?|directors?|owners?|desk|departments?|staff"
        "|employees?|supervisors?|admins?|people|members?|customers?|users?|author|doctor|mentor|actor|finance|hr|board"
        "|committee|council|agency|company|person|president|king|queen|son|daughter|brother|sister|mother|father|wife"
        f"|husband|men|women|man|woman|{_OCCUPATION}",
        names=r"(?<=[a-z,] )[A-Z][a-z]{1,20}\b|\b[A-Z][a-z]{1,20} [A-Z]",
    ),
    "where": _signs(
        r"楼|层|室|厅|馆|地点|地址|位于|总部|中心|机房|前台|网站|页面|官网|国|省|市|县|区|村|镇|路|街|岛|洲|山|河|湖|海"
        r"|之[上下中内外间]|[上下里外]面|附近|沿岸|大学|学校|医院|法院|机关|部门|委员会|仲裁|所在地|[“\"].{1,30}[”\"]|>|在|到|从|至|https?:|[a-z]\.[a-z]{2,6}\b",
        "in|at|on|under|from|to|via|into|near|through|inside|outside|behind|between|by|of",
    ),
}
"""What stands for a value of a kind that is looked for: without either, a text does not answer."""

OFTEN: dict[Kind, re.Pattern[str]] = {
    "whether": _signs(
        r"可以|不可|不能|不得|不[予会需必用再支]|禁止|严禁|应当|必须|须|需要|允许|属于|有权|无权|均可|方可|都[可能会]"
        r"|能够?|[支维]持|是|否|未|无",
        "yes|no|not|cannot|can|may|must|never|only|always|required?|allowed|available|eligible|entitled|free|freely"
        "|should|is|are|[a-z]{2,6}n't",
    ),
    "may": _signs(
        r"可以|可(?![能是])|不能|不得|不[予许准支]|无法|无权|禁止|严禁|允许|支持|只能|有权",
        "yes|no|not|cannot|can|could|may|never|only|allowed|permitted|possible|freely|free|prohibited|forbidden|banned"
        "|[a-z]{2,6}n't",
    ),
    "must": _signs(
        r"须|需|应当|无须|不用|不必|免",
        "yes|no|not|must|never|always|required?|requires|needs?|needed|necessary|mandatory|optional|should|freely"
        "|without|[a-z]{2,6}n't",
    ),
    "why": _signs(
        r"因为|由于|因此|以[免便]|为了|原因|导致|所以",
        "because|since|so that|to (?:avoid|prevent|ensure|keep)|due to|reason|therefore|as a result|in order to",
    ),
    "how_to": _signs(
        r"点击|选择|打开|进入|联系|提交|申请|填写|登录|使用|通过|执行|运行|配置|设置|步骤|首先|然后|请|可以|需要|在.{1,20}中",
        "open|click|select|choose|go to|contact|submit|use|run|set|enter|write|ask|send|fill|follow|create|add|install"
        "|by|through|via|should|must|need to|can|please|first|then",
    ),
}
"""What answers to an open kind of question often hold; without it a text may still answer."""
