/**
 * Second-level names of mail providers under any public suffix, such as yahoo in yahoo.co.in. Their addresses belong to people who have
 * nothing else in common; a provider that is missing here only lists strangers.
 */
const providerNames = ["gmx", "hotmail", "outlook", "rediffmail", "rocketmail", "yahoo", "yandex", "ymail", "zohomail"];

/** Other domains of mail providers. */
const providerDomains = [
	"126.com",
	"163.com",
	"aim.com",
	"airtelmail.in",
	"aol.com",
	"appleid.com",
	"att.net",
	"bk.ru",
	"bluewin.ch",
	"bsnl.in",
	"btinternet.com",
	"comcast.net",
	"daum.net",
	"duck.com",
	"email.com",
	"fastmail.com",
	"fastmail.fm",
	"foxmail.com",
	"free.fr",
	"freenet.de",
	"gmail.com",
	"googlemail.com",
	"hanmail.net",
	"hey.com",
	"icloud.com",
	"in.com",
	"inbox.ru",
	"indiatimes.com",
	"laposte.net",
	"libero.it",
	"list.ru",
	"live.co.uk",
	"live.com",
	"live.in",
	"mac.com",
	"mail.com",
	"mail.ru",
	"mailbox.org",
	"mailinator.com",
	"me.com",
	"msn.com",
	"naver.com",
	"orange.fr",
	"pm.me",
	"posteo.de",
	"posteo.net",
	"proton.me",
	"protonmail.ch",
	"protonmail.com",
	"qq.com",
	"rediff.com",
	"sbcglobal.net",
	"sify.com",
	"sina.com",
	"t-online.de",
	"tuta.com",
	"tuta.io",
	"tutanota.com",
	"tutanota.de",
	"verizon.net",
	"vsnl.net",
	"wanadoo.fr",
	"web.de",
	"zoho.com",
	"zoho.in",
];

/**
 * Finds the domain of the company that an address belongs to: the part below a public suffix. Undefined for an address of a mail provider,
 * or right under a suffix that many share.
 */
export async function findCompanyDomain(address: string): Promise<string | undefined> {
	// Loaded on use: few requests need the public suffix list.
	const { parse } = await import("tldts");
	const hostname = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
	const { domain, domainWithoutSuffix, isIp } = parse(hostname, { allowPrivateDomains: true });
	if (!domain || isIp || domainWithoutSuffix === null) return undefined;
	return providerDomains.includes(domain) || providerNames.includes(domainWithoutSuffix) ? undefined : domain;
}
