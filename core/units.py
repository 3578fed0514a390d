"""Units of both languages: what a unit measures, and how many base units it stands for.

Base units: second, byte, metre, kilogram, square metre, litre, percent, degree (of its own scale), piece.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Unit:
    """``name`` is the same for every spelling in both languages; ``factor`` is the number of base units."""

    name: str
    dimension: str
    factor: Decimal


DAY = 86400
_TABLE: dict[str, tuple[tuple[str, str, str], ...]] = {
    "time": (
        ("millisecond", "0.001", "毫秒 milliseconds millisecond msec ms"),
        ("second", "1", "秒钟 秒 seconds second secs sec s"),
        ("minute", "60", "分钟 minutes minute mins min"),
        ("hour", "3600", "小时 钟头 个钟 hours hour hrs hr h"),
        ("day", "86400", "自然日 日历日 天 日 calendar|days calendar|day days day d"),
        ("night", "86400", "晚 夜 nights night"),
        ("week", "604800", "星期 礼拜 周 weeks week wks wk w"),
        ("month", "2592000", "月 months month mos mo"),
        ("quarter", "7776000", "季度 季 quarters quarter"),
        ("year", "31536000", "周年 年 years year yrs yr"),
        ("decade", "315360000", "decades decade"),
    ),
    "workdays": (
        (
            "workday",
            "1",
            "工作日 交易日 business|days business|day working|days working|day workdays workday work|days",
        ),
        ("workhour", "0.125", "business|hours working|hours 工作小时"),
    ),
    "bytes": (
        ("bit", "0.125", "比特 bits bit"),
        ("kilobit", "125", "千比特 kilobits kilobit kbits kbit"),
        ("megabit", "125000", "兆比特 megabits megabit mbits mbit"),
        ("byte", "1", "字节 bytes byte"),
        ("kilobyte", "1024", "千字节 kilobytes kilobyte kib kb"),
        ("megabyte", "1048576", "兆字节 megabytes megabyte mib mb 兆"),
        ("gigabyte", "1073741824", "吉字节 gigabytes gigabyte gib gb g"),
        ("terabyte", "1099511627776", "太字节 terabytes terabyte tib tb"),
        ("petabyte", "1125899906842624", "petabytes petabyte pib pb"),
    ),
    "bitrate": (
        ("kbps", "1000", "kbps kbit/s"),
        ("mbps", "1000000", "mbps mbit/s"),
        ("gbps", "1000000000", "gbps gbit/s"),
    ),
    "length": (
        ("nanometre", "0.000000001", "纳米 nanometers nanometres nanometer nanometre nm"),
        ("micrometre", "0.000001", "微米 micrometers micrometer μm um"),
        ("millimetre", "0.001", "毫米 millimeters millimetres millimeter millimetre mm"),
        ("centimetre", "0.01", "厘米 公分 centimeters centimetres centimeter centimetre cm"),
        ("decimetre", "0.1", "分米 decimeters decimetres decimeter decimetre dm"),
        ("metre", "1", "米 公尺 meters metres meter metre m"),
        ("kilometre", "1000", "千米 公里 kilometers kilometres kilometer kilometre km"),
        ("picometre", "0.000000000001", "皮米 picometers picometres picometer picometre"),
        ("micron", "0.000001", "microns micron"),
        ("hectometre", "100", "hectometers hectometres hectometer hectometre hm"),
        ("li", "500", "华里"),
        ("zhang", "3.3333333333", "丈"),
        ("chi", "0.3333333333", "尺 市尺"),
        ("cun", "0.0333333333", "寸"),
        ("nautical mile", "1852", "海里 nautical|miles nautical|mile nmi"),
        ("light year", "9460730472580800", "光年 light|years light|year light-years light-year"),
        ("point of type", "0.0003527778", "picas pica"),
        ("inch", "0.0254", "英寸 inches inch in"),
        ("foot", "0.3048", "英尺 feet foot ft"),
        ("yard", "0.9144", "码 yards yard yd"),
        ("mile", "1609.344", "英里 miles mile mi"),
    ),
    "mass": (
        ("microgram", "0.000000001", "微克 micrograms microgram μg ug mcg"),
        ("milligram", "0.000001", "毫克 milligrams milligram mg"),
        ("gram", "0.001", "克 grams gram"),
        ("liang", "0.05", "两"),
        ("jin", "0.5", "市斤 斤"),
        ("kilogram", "1", "千克 公斤 kilograms kilogram kilos kilo kgs kg"),
        ("ton", "1000", "公吨 吨 metric|tons metric|ton tonnes tonne tons ton"),
        ("dram", "0.0017718451953125", "drachmas drachma drams dram"),
        ("qian", "0.005", "钱"),
        ("dan", "50", "担"),
        ("stone", "6.35029318", "stones stone"),
        ("carat", "0.0002", "克拉 carats carat"),
        ("long ton", "1016.0469088", "long|tons long|ton 英吨"),
        ("short ton", "907.18474", "short|tons short|ton 美吨"),
        ("kiloton", "1000000", "kilotons kiloton"),
        ("ounce", "0.028349523125", "盎司 ounces ounce oz"),
        ("pound", "0.45359237", "磅 lbs lb"),
    ),
    "area": (
        ("square metre", "1", "平方米 平米 ㎡ square|meters square|metres square|meter square|metre sqm m² m2"),
        (
            "square kilometre",
            "1000000",
            "平方公里 平方千米 square|kilometers square|kilometres square|kilometer km² km2",
        ),
        ("square foot", "0.09290304", "平方英尺 square|feet square|foot sq|ft sqft ft²"),
        ("square mile", "2589988.11", "平方英里 square|miles square|mile"),
        ("square centimetre", "0.0001", "平方厘米 square|centimeters square|centimetres square|centimeter cm² cm2"),
        ("square millimetre", "0.000001", "平方毫米 square|millimeters mm² mm2"),
        ("square decimetre", "0.01", "平方分米 dm² dm2"),
        ("square inch", "0.00064516", "平方英寸 square|inches square|inch sq|in"),
        ("square yard", "0.83612736", "平方码 square|yards square|yard"),
        ("qing", "66666.66667", "顷"),
        ("mu", "666.6666667", "亩"),
        ("hectare", "10000", "公顷 hectares hectare ha"),
        ("acre", "4046.8564224", "英亩 acres acre"),
    ),
    "volume": (
        ("millilitre", "0.001", "毫升 milliliters millilitres milliliter millilitre ml"),
        ("centilitre", "0.01", "centiliters centilitres centiliter centilitre cl"),
        ("litre", "1", "公升 升 liters litres liter litre l"),
        ("cubic metre", "1000", "立方米 立方 cubic|meters cubic|metres cubic|meter cubic|metre m³ m3"),
        ("decilitre", "0.1", "分升 deciliters decilitres deciliter decilitre dl"),
        ("hectolitre", "100", "hectoliters hectolitres hectoliter hectolitre hl"),
        ("cubic centimetre", "0.001", "立方厘米 cubic|centimeters cubic|centimetres cubic|centimeter cm³ cm3 cc"),
        ("cubic decimetre", "1", "立方分米 dm³ dm3"),
        ("cubic inch", "0.016387064", "立方英寸 cubic|inches cubic|inch"),
        ("cubic yard", "764.554857984", "cubic|yards cubic|yard"),
        ("cubic mile", "4168181825440.58", "cubic|miles cubic|mile"),
        ("cubic kilometre", "1000000000000", "立方公里 cubic|kilometers cubic|kilometres cubic|kilometer km³ km3"),
        ("fluid ounce", "0.0295735295625", "液盎司 fluid|ounces fluid|ounce fl|oz"),
        ("teaspoon", "0.005", "teaspoons teaspoon tsp"),
        ("pint", "0.473176473", "品脱 pints pint"),
        ("quart", "0.946352946", "夸脱 quarts quart qt"),
        ("barrel", "158.987294928", "桶 barrels barrel"),
        ("bushel", "35.23907017", "蒲式耳 bushels bushel"),
        ("cubic foot", "28.316846592", "立方英尺 cubic|feet cubic|foot"),
        ("gallon", "3.785411784", "加仑 gallons gallon gal"),
        ("cup", "0.24", "cups cup"),
        ("tablespoon", "0.015", "tablespoons tablespoon tbsp"),
    ),
    "angle": (("degree", "1", "degrees degree deg. deg 度 °"), ("turn", "360", "turns turn 圈")),
    "temperature:C": (
        ("celsius", "1", "摄氏度 ℃ °c °|celsius degrees|celsius degree|celsius degrees|c deg|c celsius celcius 度c"),
    ),
    "temperature:F": (
        (
            "fahrenheit",
            "1",
            "华氏度 ℉ °f °|fahrenheit degrees|fahrenheit degree|fahrenheit degrees|farenheit degrees|f deg|f fahrenheit 度f",
        ),
    ),
    "power": (
        ("watt", "1", "瓦特 瓦 watts watt w"),
        ("kilowatt", "1000", "千瓦 kilowatts kilowatt kw"),
        ("milliwatt", "0.001", "毫瓦 milliwatts milliwatt"),
        ("gigawatt", "1000000000", "吉瓦 gigawatts gigawatt gw"),
        ("terawatt", "1000000000000", "terawatts terawatt tw"),
        ("horsepower", "745.6998715823", "马力 horsepower hp"),
        ("megawatt", "1000000", "兆瓦 megawatts megawatt mw"),
    ),
    "energy": (
        ("joule", "1", "焦耳 joules joule"),
        ("kilojoule", "1000", "千焦 kilojoules kilojoule kj"),
        ("megajoule", "1000000", "megajoules megajoule mj"),
        ("btu", "1055.05585262", "btus btu"),
        ("gigawatt hour", "3600000000000", "gwh gigawatt|hours"),
        ("watt hour", "3600", "瓦时 wh watt|hours"),
        ("kilowatt hour", "3600000", "千瓦时 度电 kwh kilowatt|hours"),
        ("megawatt hour", "3600000000", "兆瓦时 mwh"),
        ("calorie", "4.184", "卡路里 大卡 calories calorie kcal"),
    ),
    "frequency:hertz": (
        ("hertz", "1", "赫兹 hz"),
        ("kilohertz", "1000", "khz"),
        ("megahertz", "1000000", "兆赫 mhz"),
        ("gigahertz", "1000000000", "ghz"),
    ),
    "pressure": (
        ("pascal", "1", "帕斯卡 帕 pascals pascal"),
        ("hectopascal", "100", "百帕 hpa"),
        ("kilopascal", "1000", "千帕 kpa"),
        ("megapascal", "1000000", "兆帕 mpa"),
        ("bar", "100000", "bars bar"),
        ("psi", "6894.757293168", "psi"),
        ("atmosphere", "101325", "atmospheres atm"),
        ("mmhg", "133.322387415", "mmhg 毫米汞柱"),
    ),
    "force": (("newton", "1", "牛顿 newtons newton"), ("kilonewton", "1000", "千牛 kn")),
    "sound": (("decibel", "1", "分贝 decibels decibel db"),),
    "turning": (("rpm", "1", "rpm 转/分"),),
    "resolution": (
        ("pixel", "1", "像素 pixels pixel px"),
        ("dpi", "1", "dpi"),
        ("megapixel", "1000000", "megapixels mp"),
    ),
    "resistance": (("ohm", "1", "欧姆 ohms ohm Ω"),),
    "voltage": (("volt", "1", "伏特 伏 volts volt v"), ("kilovolt", "1000", "千伏 kv")),
    "current": (("ampere", "1", "安培 amperes amps amp"), ("milliampere", "0.001", "毫安 ma mah")),
    "speed": (
        ("kilometre per hour", "0.2777777778", "公里/小时 千米/小时 km/h kmh kph kilometers|per|hour"),
        ("mile per hour", "0.44704", "mph miles|per|hour miles|an|hour"),
        ("knot", "0.5144444444", "节 knots knot"),
        ("kilometre per second", "1000", "km/s 公里/秒 kilometers|per|second"),
        ("foot per second", "0.3048", "ft/s feet|per|second"),
        ("metre per second", "1", "米/秒 m/s"),
    ),
    "percent": (
        (
            "percent",
            "1",
            "% ٪ percentage percents percent per|cent pct 个百分点 百分点 percentage|points percentage|point",
        ),
        ("permille", "0.1", "‰"),
        ("tenth", "10", "成"),
        ("basis point", "0.01", "基点 个基点 basis|points basis|point bps"),
    ),
    "ratio": (("times", "1", "倍 -fold fold x ×"),),
    "points": (("point", "1", "积分 学分 points point pts 分"),),
}

_CURRENCIES = {
    "CNY": "元人民币 元 块钱 块 圆 人民币 rmb cny yuan chinese|yuan ¥ ￥",
    "USD": "美元 美金 美圆 us|dollars us|dollar u.s.|dollars dollars dollar usd us$ $ bucks united|states|dollars united|states|dollar american|dollars",
    "EUR": "欧元 euros euro eur €",
    "GBP": "英镑 british|pounds british|pound pounds|sterling pounds pound gbp £ quid",
    "JPY": "日元 日圆 japanese|yen yen jpy",
    "HKD": "港元 港币 港幣 hong|kong|dollars hkd hk$",
    "TWD": "新台币 台币 twd nt$",
    "KRW": "韩元 韩币 韩圆 south|korean|won korean|won won krw",
    "SGD": "新加坡元 新元 singapore|dollars sgd s$",
    "AUD": "澳元 澳大利亚元 australian|dollars australian|dollar aud aud$ a$",
    "CAD": "加元 加拿大元 canadian|dollars canadian|dollar cad c$ c|$",
    "CHF": "瑞士法郎 swiss|francs swiss|franc chf",
    "INR": "印度卢比 卢比 indian|rupees indian|rupee rupees rupee inr ₹",
    "MXN": "墨西哥比索 mexican|pesos mexican|peso mxn",
    "ARS": "阿根廷比索 argentine|pesos ars",
    "PHP": "菲律宾比索 philippine|pesos philippine|peso php",
    "peso": "比索 pesos peso",
    "BRL": "雷亚尔 巴西雷亚尔 brazilian|reais reais brl r$",
    "ZAR": "兰特 rand zar",
    "TRY": "土耳其里拉 里拉 turkish|lira lira try",
    "PLN": "兹罗提 zlotys zloty zlotych pln",
    "DKK": "丹麦克朗 danish|kroner danish|krone dkk",
    "NOK": "挪威克朗 norwegian|kroner norwegian|krone nok",
    "ISK": "冰岛克朗 icelandic|krona isk",
    "CZK": "捷克克朗 koruna czk",
    "HUF": "福林 forints forint huf",
    "ILS": "谢克尔 shekels shekel ils ₪",
    "SAR": "沙特里亚尔 里亚尔 saudi|riyals saudi|riyal riyals riyal sar",
    "AED": "迪拉姆 dirhams dirham aed",
    "KWD": "科威特第纳尔 第纳尔 kuwaiti|dinars kuwaiti|dinar dinars dinar kwd",
    "IDR": "印尼盾 印尼卢比 rupiahs rupiah idr",
    "VND": "越南盾 盾 dong vnd ₫",
    "MYR": "林吉特 马币 马来西亚令吉 令吉 ringgits ringgit myr",
    "MOP": "澳门元 澳门币 葡币 pataca patacas mop",
    "NZD": "新西兰元 纽元 new|zealand|dollars new|zealand|dollar nzd nz$",
    "UAH": "格里夫纳 hryvnias hryvnia uah",
    "EGP": "埃及镑 egyptian|pounds egyptian|pound egp",
    "PKR": "巴基斯坦卢比 pakistani|rupees pkr",
    "BDT": "塔卡 taka bdt",
    "NGN": "奈拉 nairas naira ngn",
    "DEM": "马克 marks mark deutsche|marks deutschmarks",
    "ETH": "以太币 以太坊 ethereum eth ether",
    "RUB": "俄罗斯卢布 卢布 russian|rubles russian|ruble rubles ruble rub",
    "THB": "泰铢 baht thb",
    "FRF": "法郎 francs franc",
    "FIM": "finnish|markkas finnish|markka markka",
    "BTC": "比特币 bitcoins bitcoin btc",
    "SAT": "satoshis satoshi",
    "SEK": "瑞典克朗 sek kronor",
    "SEN": "sen",
}
_SMALL_CHANGE = {
    "CNY": (("jiao", "0.1", "角 毛"), ("fen", "0.01", "fen")),
    "USD": (
        ("cent", "0.01", "美分 cents cent ¢"),
        ("quarter dollar", "0.25", "美元硬币"),
        ("dime", "0.1", "dimes dime"),
    ),
    "GBP": (("penny", "0.01", "便士 pence penny"),),
}
_MEASURE_WORDS = {
    "person": "人 名 位 员 people persons person",
    "time": "次 回 趟 遍 times",
    "item": "件 项 条 款 份 张 个 只 台 部 套 家 本 篇 封 辆 间 座 层 枚 支 门 场 组 批 户 栋 种 类 盒 箱 瓶 杯 轮 步 页 章 "
    "级 档 班 队 字 笔 对 双 打 株 头 匹 根 片 块儿 把 列 排 号楼 桌 席 例 起 处 点儿 颗 粒 道 幅 册 艘 架",
}


def _units() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for dimension, rows in _TABLE.items():
        for name, factor, spellings in rows:
            for spelling in spellings.split(" "):
                found.setdefault(spelling.replace("|", " "), Unit(name, dimension, Decimal(factor)))
    for code, spellings in _CURRENCIES.items():
        for spelling in spellings.split(" "):
            found[spelling.replace("|", " ")] = Unit(code, f"money:{code}", Decimal(1))
        found[f"m{code.lower()}"] = Unit(f"million {code}", f"money:{code}", Decimal(10**6))
        found[f"k{code.lower()}"] = Unit(f"thousand {code}", f"money:{code}", Decimal(10**3))
    for code, rows in _SMALL_CHANGE.items():
        for name, factor, spellings in rows:
            for spelling in spellings.split(" "):
                found[spelling] = Unit(name, f"money:{code}", Decimal(factor))
    for name, spellings in _MEASURE_WORDS.items():
        for spelling in spellings.split(" "):
            label = name if name != "item" else spelling
            found.setdefault(spelling, Unit(label, f"count:{label}", Decimal(1)))
    return found


UNITS = _units()
"""Every spelling, folded, with its unit."""


def _pattern(spellings: list[str]) -> str:
    ordered = sorted(spellings, key=len, reverse=True)
    latin = [re.escape(s).replace(r"\ ", " {1,2}") for s in ordered if s[-1].isascii() and s[-1].isalnum()]
    other = [re.escape(s).replace(r"\ ", " {1,2}") for s in ordered if not (s[-1].isascii() and s[-1].isalnum())]
    return f"(?:(?:{'|'.join(latin)})(?![a-z0-9])|{'|'.join(other)})"


UNIT = re.compile(rf" ?-?[ \u202f]?[\[(]?(?P<unit>{_pattern(list(UNITS))})", re.A)
"""A unit straight after a number; 个 before 月, 小时 and the like belongs to the number's side."""

PREFIXES = {s: u for s, u in UNITS.items() if u.dimension.startswith("money") and (not s[0].isalpha() or s.isascii())}
PREFIXES["人民币"] = UNITS["人民币"]
PREFIX = re.compile(
    rf"(?P<unit>{'|'.join(re.escape(s) for s in sorted(PREFIXES, key=len, reverse=True))}) {{0,2}}\Z", re.A
)
"""A currency straight before a number."""


def unit_named(spelling: str) -> Unit:
    """The unit of a match of `UNIT` or `PREFIX`."""
    return UNITS[re.sub(r" +", " ", spelling)]
