/** Labels of the lines that mail programs write above an answered or forwarded message, in lower case. */
const labels = {
	from: "from von de da van från fra lähettäjä от від od kimden gönderen feladó expéditeur remitente mittente afzender von: absender avsender avsändare 发件人 寄件者 寄件人 差出人 送信者 보낸사람 발신 प्रेषक से से: من מאת จาก từ dari odesílatel odosielateľ expeditor де από nadawca",
	date: "sent date gesendet datum envoyé enviado data inviato verzonden skickat sendt sendte lähetetty päiväys отправлено дата надіслано wysłano wysłane enviada enviado gönderilme tarih gönderildi elküldve dátum fecha fechado le odesláno odoslané trimis 发送时间 日期 寄件日期 送信日時 日時 日付 보낸날짜 날짜 भेजा गया दिनांक तारीख تاريخ الإرسال التاريخ נשלח תאריך ส่ง วันที่ ngày đã gửi tanggal dikirim ημερομηνία dato pvm",
	to: "to an à para a aan till til vastaanottaja кому do kime alıcı címzett destinataire destinatario ontvanger empfänger 收件人 收件者 宛先 받는사람 수신 प्रति को إلى אל ถึง đến kepada komu către προς",
	cc: "cc kopie cópia copia kopia kopi копия копія dw bilgi másolat 抄送 副本 참조 प्रतिलिपि نسخة עותק สำเนา",
	subject:
		"subject betreff objet asunto assunto oggetto onderwerp ämne emne aihe тема temat konu tárgy předmět predmet subiect 主题 主旨 主題 件名 제목 विषय الموضوع נושא เรื่อง chủ đề subjek θέμα",
} as const;

export type LabelKind = keyof typeof labels;

const kinds = new Map<string, LabelKind>([
	...Object.entries(labels).flatMap(([kind, words]) =>
		words.split(" ").map((word) => [word, kind as LabelKind] as const),
	),
	...([
		["भेजा गया", "date"],
		["보낸 사람", "from"],
		["받는 사람", "to"],
		["보낸 날짜", "date"],
		["تاريخ الإرسال", "date"],
		["đã gửi", "date"],
		["người gửi", "from"],
		["chủ đề", "subject"],
		["sent on", "date"],
		["sent at", "date"],
		["sent by", "from"],
	] as const),
]);

/** The kind of a labelled line, with its value; undefined for every other line. */
export function readLabel(line: string): { kind: LabelKind; value: string } | undefined {
	const plain = line.slice(0, 1_000).replaceAll("*", "").trim();
	const colon = plain.search(/[:：]/);
	if (colon < 1 || colon > 30) return undefined;
	const label = plain.slice(0, colon).trim().toLowerCase();
	// "Enviado el" and "Enviada em" begin with the word itself.
	const kind = kinds.get(label) ?? kinds.get(label.split(" ", 1)[0] as string);
	return kind && { kind, value: plain.slice(colon + 1).trim() };
}

/** Words of forwarding or answering programs between hyphens, or on a line of their own. */
const separator =
	/^(?:begin forwarded message|forwarded message|original message|original appointment|weitergeleitete nachricht|ursprüngliche nachricht|originalnachricht|anfang der weitergeleiteten nachricht|message transféré|message transmis|message d'origine|message original|début du message (?:transféré|réexpédié)|mensaje reenviado|mensaje original|inicio del mensaje reenviado|mensagem encaminhada|mensagem original|messaggio inoltrato|messaggio originale|inizio messaggio inoltrato|doorgestuurd bericht|oorspronkelijk bericht|vidarebefordrat meddelande|ursprungligt meddelande|videresendt melding|opprinnelig melding|videresendt besked|oprindelig meddelelse|przekazana wiadomość|wiadomość oryginalna|пересылаемое сообщение|исходное сообщение|пересланное сообщение|iletilen ileti|orijinal mesaj|转发的邮件|原始邮件|轉寄郵件|原始郵件|転送メッセージ|転送されたメッセージ|元のメッセージ|전달된 메일|원본 메시지|전달된 메시지|अग्रेषित संदेश|मूल संदेश|forwarded by .{1,80})\b/i;
const forwarding =
	/^(?:begin forwarded|forwarded|weitergeleitete|anfang der weiter|message transf|message transmis|début du message|mensaje reenviado|inicio del mensaje|mensagem encaminhada|messaggio inoltrato|inizio messaggio|doorgestuurd|vidarebefordrat|videresendt|przekazana|пересылаемое|пересланное|iletilen|转发的|轉寄|転送|전달된|अग्रेषित)/i;
const edges = new Set("-–—_=> \t:：*".split(""));

/** Removes hyphens, angle brackets and spaces around a text. */
function stripEdges(line: string): string {
	let start = 0;
	let end = line.length;
	while (start < end && edges.has(line[start] as string)) start++;
	while (end > start && edges.has(line[end - 1] as string)) end--;
	return line.slice(start, end);
}

/** Whether a line opens an answered message ("answered") or a forwarded one ("forwarded"). */
export function readSeparator(line: string): "answered" | "forwarded" | undefined {
	if (line.length > 120) return undefined;
	const words = stripEdges(line);
	// \b knows no letters beyond ASCII.
	if (!separator.test(`${words} `) && !separator.test(`${words}a`)) return undefined;
	const isMarked = /^[\s>*]*[-–_=]{2}/.test(line) || /[:：]\s*$/.test(line);
	if (!isMarked) return undefined;
	return forwarding.test(words) ? "forwarded" : "answered";
}

const wrote =
	/wrote|schrieb|geschrieben|a écrit|écrit|escribió|escribio|ha scritto|scrisse|escreveu|schreef|geschreven|napisał|napisała|pisze|skrev|skrifaði|kirjoitti|написал|пишет|писал|yazdı|şunları yazdı|написав|пише|ने लिखा|लिखा|写道|寫道|写到|のメール|書きました|작성|썼습니다|đã viết|menulis|เขียน|έγραψε|a scris|írta|ezt írta|napsal|napísal|je napisao|je napisal|написа|rašė|rakstīja|kirjutas|كتب|כתב|va escriure|idatzi du/iu;
const openingWord =
	/^(?:on|am|le|el|il|em|op|på|den|d\.|dne|dňa|dnia|w dniu|do|dana|a|la|ti|pe|ma|ke|to|su|la|lør|man|tir|ons|tor|fre|søn|kl|vào|pada|la data|στις|в|від|у|on behalf|в письме|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|ter|qua|qui|sex|sáb|dom|mié|jue|vie|mo|di|mi|do|fr|sa|so|пн|вт|ср|чт|пт|сб|вс|सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)(?=[\s.,])/iu;
const date = /\d{4}|\d{1,2}[./-]\d{1,2}|\d{1,2}[:.h]\d{2}/;

const address = /[^\s@<]@[^\s@>]/;
const timeOfDay = /(?<![\d.])\d{1,2}(?::| ?h ?)\d{2}(?![\d.])/;
/** A time of day, or a day without its year. */
const dotted = /(?<![\d.])\d{1,2}\.\d{2}(?![\d.])/;

export const namesAddress = (line: string): boolean => address.test(line);

/** Whether a line holds an e-mail address or a time of day, as mail programs write them and people seldom do. */
export function namesAddressOrTime(line: string): boolean {
	// A line has its date first, so that "24.11" alone is no time of day.
	return address.test(line) || timeOfDay.test(line) || (dotted.test(line) && date.test(line.replace(dotted, "")));
}

/** Whether a line can be the first of an attribution whose further lines would be one as well. */
export function opensAttribution(line: string): boolean {
	return openingWord.test(line) && /\d/.test(line) && !/[.!?]$/.test(line);
}

/**
 * Whether a text of one to four lines is the line that a mail program writes above an answer, such as "On … wrote:".
 * @returns "likely" if only the quoted lines that follow can show that it is one
 */
export function isAttribution(text: string): "certain" | "likely" | undefined {
	if (text.length > 400) return undefined;
	const line = text.trim();
	const isZoho = /^-{2,}/.test(line) && /wrote\s*-*$/i.test(line);
	if (!isZoho && !/[:：]$/.test(line)) return undefined;
	if (!date.test(line)) return undefined;
	const hasAddress = address.test(line);
	// People begin a sentence like that as well, but name neither an address nor a time of day.
	if (wrote.test(line)) return isZoho || namesAddressOrTime(line) ? "certain" : "likely";
	return hasAddress || openingWord.test(line) ? "likely" : undefined;
}

/** Notes of mail programs that nobody else writes. */
const programsNote =
	/^(?:get outlook for |télécharger outlook|obtenez outlook|obtener outlook|scarica outlook|outlook voor |hämta outlook|yahoo mail[:：]|von meinem .{2,40} gesendet|diese nachricht wurde von mein|(?:iphone|ipad|android|samsung|galaxy|huawei|xiaomi|outlook|yahoo).{0,25} gönderildi$|从我的|發自我的|发自我的|(?:私の)?(?:iphone|ipad|android|outlook|yahoo|gmail|galaxy|xperia|スマートフォン|携帯).{0,15}から送信|나의 .{2,20}에서 보냄|मेरे .{2,20} से भेजा|مرسل من .{0,10}[a-z]|sent on the go)/iu;
/** Beginnings of notes that people's sentences have as well, such as "Sent from your warehouse"; the device or program follows. */
const sentFrom =
	/^(?:sent (?:from|via|with|by|using)|gesendet (?:von|mit|über)|envoyé (?:de|depuis|à partir de|par|avec)|enviado (?:desde|de|do|da|a partir d[eo]|con|com)|inviat[ao] da(?:l|lla)?|verzonden (?:vanaf|vanuit|met|via)|verstuurd vanaf|skickat från|sendt fra|lähetetty|wysłane z|отправлено (?:с|из)|надіслано (?:з|із)) (?:the |an? |der |dem |l')?/iu;
const own = /^(?:my|meinem|meiner|mon|ma|mi|meu|minha|mio|mia|mijn|min|mitt|moj\S*|мо\S+|мобильн\S+|мобільн\S+) \S/iu;
const device =
	/^(?:iphone|ipad|ipod|ios|android|apple|samsung|galaxy|huawei|xiaomi|redmi|oneplus|oppo|vivo\b|pixel|nokia|sony|xperia|motorola|htc|lg\b|blackberry|windows|surface|outlook|\S+ (?:for|für|pour|para|per|voor) windows|mail\.ru|mailspring|mailbird|gmail|google|yahoo|aol|proton|tutanota|tuta|zoho|fastmail|gmx|web\.de|yandex|яндекс|почты|rediff|libero|orange|thunderbird|k-9|fairemail|spark|superhuman|shortwave|missive|mimestream|airmail|canary|edison|bluemail|aqua mail|em client|postbox|verizon|t-mobile|at&t|vodafone|workspace one|application|mobile|smartphone|handy)/iu;

/** Marks of people's sentences that notes lack: a question, an address or a link, and a day as in "on 3 November". */
const ofSentence = /[?:@]|\s(?:on|am|le|el|il|em|op|den) \d/iu;

/** Whether a line is a mail program's note in place of a signature, such as "Sent from my iPhone", with or without a link. */
export function isProgramNote(line: string): boolean {
	if (line.length > 1_000) return false;
	const note = line
		.replace(/ ?<https?:[^<>]*>/, "")
		.replaceAll("’", "'")
		.trim();
	if (note.length > 120) return false;
	if (programsNote.test(note)) return true;
	if (ofSentence.test(note)) return false;
	const [beginning] = sentFrom.exec(note) ?? [];
	const what = note.slice(beginning?.length ?? 0);
	return beginning !== undefined && (own.test(what) || device.test(what));
}
