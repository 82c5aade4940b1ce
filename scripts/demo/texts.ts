/** Texts of the demo's people. `{company}`, `{firstName}` and the like are filled in. */

/** Needs of visitors, each with details. */
export const needs: readonly { need: string; details: readonly string[] }[] = [
	{
		need: "We collect milk at 210 centres and enter the weighing slips by hand every evening.",
		details: [
			"Could your ERP read the scales directly? They speak RS-232.",
			"The flush season begins in five weeks, so a first version would have to be small.",
		],
	},
	{
		need: "Our ferries need a ticketing app that works where there is no network.",
		details: [
			"There are 14 boats and some 60 people who sell tickets.",
			"Tickets are bought in cash, and the day is settled at the jetty.",
		],
	},
	{
		need: "Please send your rates for a security audit of a clinic system.",
		details: [
			"Some 40 users, two sites, one vendor who is willing to help.",
			"We need the report before our insurer asks again.",
		],
	},
	{
		need: "You built our dispatch board in 2021, and we want to add two depots and a driver app.",
		details: [
			"The drivers have cheap Android phones, and half of them read Hindi only.",
			"Ideally the board would show who has not started by seven in the morning.",
		],
	},
	{
		need: "We sell through 60 dealers who order by telephone, and would like a dealer portal.",
		details: [
			"Prices differ by dealer and by month, which is what the last attempt died of.",
			"What is in the warehouse stands in Tally. Can you read it from there?",
		],
	},
	{
		need: "Our website is nine years old and nobody can edit it any more.",
		details: [
			"It has 80 pages, of which perhaps 15 matter.",
			"We would like to keep the addresses, for they are printed on our packaging.",
		],
	},
	{
		need: "We want to move 3 TB of scans from a server in our cellar to something that is backed up.",
		details: ["Six people work with them every day.", "Last monsoon the cellar stood under water for a night."],
	},
	{
		need: "Could you look at why our online shop takes eight seconds to open on a phone?",
		details: [
			"Most of our visitors come from small towns, on 3G.",
			"The agency that built it says that it is the hosting, and the hosting says that it is the agency.",
		],
	},
	{
		need: "We need somebody to look after an app that its developer has abandoned.",
		details: [
			"It is Flutter, 40,000 lines, with no tests that I could find.",
			"Play Store says that it will be removed in two months if the target API is not raised.",
		],
	},
	{
		need: "We are opening our twelfth school and still do admissions in spreadsheets.",
		details: [
			"Parents should be able to pay the first fee by UPI.",
			"Every school has its own form, and the trust wants one.",
		],
	},
	{
		need: "I am looking for a partner who designs the interface of a diagnostic device.",
		details: [
			"The screen is 5 inches, worked with gloves, and certified under IEC 62366.",
			"The hardware is there. What it shows was drawn by engineers, and one can tell.",
		],
	},
	{
		need: "Can you build something that answers our customers' questions from 600 pages of manuals?",
		details: [
			"It must say which page an answer is from, or our service engineers will not trust it.",
			"The manuals are in English, German and Hindi.",
		],
	},
	{
		need: "Our field staff record soil samples on paper, and a third of the forms cannot be read.",
		details: ["There are 35 people in four states.", "Photos and a position would be enough for a beginning."],
	},
	{
		need: "We would like a second opinion on an ERP offer of ₹86 lakh.",
		details: [
			"The offer has eleven modules, and I believe that we need four.",
			"The board decides on the 15th. Half a day of your time would help.",
		],
	},
	{
		need: "We need dashboards for 18 cold stores: temperature, door openings, diesel.",
		details: [
			"The sensors are there and write to a CSV file on a PC in each store.",
			"When a compressor stops at night, somebody should get a call rather than an e-mail.",
		],
	},
	{
		need: "We are a charity and lose donors between the form and the payment.",
		details: [
			"About 40 % never come back from the bank's page.",
			"Receipts for section 80G are written by hand today.",
		],
	},
	{
		need: "Our CRM knows 22,000 customers, of whom perhaps 9,000 exist.",
		details: [
			"We would like it cleaned, and then kept clean without hiring anybody.",
			"Addresses in three scripts, telephone numbers in every form that there is.",
		],
	},
	{
		need: "We want our booking calendar to show the truth.",
		details: [
			"Five rooms, three channels, and a paper book at the reception that wins every argument.",
			"Double bookings cost us some ₹2 lakh last season.",
		],
	},
	{
		need: "Please quote for hosting and care of a Node application with 4,000 users.",
		details: ["It runs on one machine that nobody dares to restart.", "We need somebody who answers on Sundays."],
	},
	{
		need: "We are looking for two developers for six months to bring a payments backend over the line.",
		details: [
			"TypeScript, PostgreSQL, and an audit at the end of it.",
			"Remote is fine. Somebody should be awake until 20:00 Berlin time.",
		],
	},
];

export const openings = [
	"Hello,",
	"Good morning,",
	"Namaste,",
	"Hi team,",
	"Dear sir or madam,",
	"Hello, I found you through a colleague at another firm.",
	"We spoke briefly at the fair in Pragati Maidan.",
	"I read your case study and recognised ourselves in it.",
	"",
	"",
] as const;

export const asks = [
	"How long would a first version take, and what would it cost?",
	"Can we speak this week? Mornings are best.",
	"Please send a rough estimate. A range is fine.",
	"Who would we work with, and where do they sit?",
	"Have you done something like this before?",
	"Would you sign a non-disclosure agreement before we show you more?",
	"We decide by the end of the month.",
	"A visit to your office would suit us too.",
	"What do you need from us to begin?",
	"We are talking to two other companies as well.",
	"Our budget is about ₹12 lakh for this year.",
	"",
] as const;

export const spamMessages = [
	"Hello dear, we get your website on page 1 in 7 days!!! 100% guarantee.",
	"We have 4,200,000 verified B2B e-mail addresses of your industry. Reply YES for a sample.",
	"Your domain will EXPIRE. Renew the search engine listing now to avoid loss of traffic.",
	"Instant business loans up to 50 lakh without documents. WhatsApp now.",
	"I was on your site and noticed 37 critical errors. I can send you the report for free.",
	"Guest post on your blog? We pay 15 dollars for each link, many sites.",
] as const;

export const notes = [
	"Called. Will send the process description by Thursday.",
	"Budget is approved for this quarter, the decision is with the managing director.",
	"They have a vendor already and want a second offer. Worth half an hour, not more.",
	"Left a message with the reception. Try again after lunch.",
	"Same group as the people we did the depot board for. Ask @{colleague} for the contact.",
	"Prefers the phone. Speaks Hindi and Marathi.",
	"Wants to see a reference in the same trade before the first meeting.",
	"Scope is larger than it sounds: three systems have to talk to each other.",
	"@{colleague} could you look at the estimate before it goes out?",
	"Asked for a fixed price. I said that we do that after the discovery week.",
	"Not urgent. They plan for next financial year.",
	"The number on the form is wrong by one digit, the right one stands on their site.",
	"Sent the case study and two dates.",
	"Good people, small project. I would like to do it.",
] as const;

export const replies = [
	"Hello {firstName},\n\nThank you for writing. What you describe is close to something that we finished in spring, so we can tell you early what is easy and what is not.\n\nWould half an hour on Wednesday or Thursday suit you? An engineer will be on the call.\n\n{senderName}",
	"Dear {firstName},\n\nThank you for your message. Before we can name a range, we would like to understand three things:\n\n- Who will use it every day, and on what device?\n- Which of today's systems has to stay?\n- Is there a date behind which it loses its use?\n\nA few lines are enough.\n\n{senderName}",
	"Hello {firstName},\n\nWe have done this twice, and both times the difficult part was not the software but the data. I would begin with two weeks in which we look at yours, at a fixed price, and you decide afterwards.\n\nShall I send you what those two weeks hold?\n\n{senderName}",
	"Hello {firstName},\n\nThank you, that is a clear description. A first version that your people can work with takes us eight to ten weeks, and costs between ₹9 and 13 lakh. I can explain the range on the phone.\n\n{senderName}",
	"Dear {firstName},\n\nHonestly, you do not need us for this: the tool that you have can do it since its last release, and your administrator will find it under Settings. If it does not work, write again and we will look at it with you.\n\n{senderName}",
	"Hello {firstName},\n\nYes, we sign such agreements, ours or yours. I attach nothing yet, for I would like to send it to the right person: who signs for you?\n\n{senderName}",
] as const;

export const secondReplies = [
	"Hello {firstName},\n\nAs promised, our proposal is on its way by post and in your mailbox. The figures hold until the end of next month.\n\n{senderName}",
	"Hello {firstName},\n\nThank you for the call. I have noted: two depots first, the app afterwards, and nothing before the harvest. You will have the plan on Monday.\n\n{senderName}",
	"Hello {firstName},\n\nI only want to ask whether our last e-mail reached you. If the matter has settled itself, a single word is enough.\n\n{senderName}",
	"Dear {firstName},\n\nYour answers helped. We can begin in the second week of next month, with three people, one of whom knows your trade.\n\n{senderName}",
] as const;

export const callMessages = [
	"We would like to see how you handle several branches.",
	"Mainly questions about price and time.",
	"Please have somebody there who knows mobile apps.",
	"There will be three of us on the call.",
	"We have wireframes and would like to go through them.",
	"Our IT head will join for the first ten minutes.",
	"",
	"",
	"",
] as const;

export const coverLetters = [
	"For four years I have looked after the booking system of a bus company: 300 coaches, 40,000 seats a day.\n\nWhat I would like to do at your company is what your case studies show: fewer moving parts.",
	"I can begin in six weeks.",
	"I have built the same kind of thing three times at three employers and would like to do it once properly.\n\nMy code is in the link above. The part that I am proud of is the tests.",
	"I left a large consultancy in March because I wanted to see the people who use what I make.",
	"Your position asks for somebody who explains. I taught mathematics for two years before I became a developer, and still tutor at weekends.",
	"I come from support. I know what goes wrong at nine on a Monday, and I would like to be where it can be mended.",
	"After seven years in Pune I am moving back to be closer to my parents, and your office is a reason to look forward to it.",
	"",
	"",
	"",
] as const;

export const reviewNotes = [
	"Strong on the basics, little experience with customers.",
	"Portfolio is worth a look, the second project above all.",
	"Salary expectation is above the band. Ask before the talk.",
	"Notice period is 90 days.",
	"Second application this year; the first was for another position.",
	"Writes well. I would like to talk.",
] as const;

export const rejections = [
	"Hello {firstName},\n\nThank you for applying, and for the time that you put into it. We have decided to go on with somebody who has done this work for longer.\n\nThis says something about one position. We would be glad to hear from you again.\n\n{senderName}",
	"Dear {firstName},\n\nThank you for your application. The position has been given to somebody else. May we write to you when a similar one opens?\n\n{senderName}",
] as const;

export const interviewOffers = [
	"Hello {firstName},\n\nWe have read your application with pleasure and would like to talk with you. Choose a time that suits you; nothing has to be prepared.\n\n{senderName}",
	"Dear {firstName},\n\nYour third project is close to what we do. Could you show it to us? Any of these days is fine.\n\n{senderName}",
] as const;

export const interviewReplies = [
	"Hello {firstName},\n\nWe have read your application with pleasure and would like to talk with you for 30 minutes, with one of the people you would work with.\n\nWhich of the next days suits you?\n\n{senderName}",
	"Dear {firstName},\n\nYour third project is close to what we do. Could you show it to two of us on a call this week or next?\n\n{senderName}",
] as const;

export const schools = [
	{ school: "COEP Technological University", degree: "BTech", fieldOfStudy: "Computer Engineering" },
	{ school: "NIT Tiruchirappalli", degree: "BTech", fieldOfStudy: "Electronics and Communication" },
	{ school: "Jadavpur University", degree: "BE", fieldOfStudy: "Information Technology" },
	{ school: "Delhi University", degree: "BSc", fieldOfStudy: "Mathematics" },
	{ school: "ITM Gwalior", degree: "BTech", fieldOfStudy: "Computer Science" },
	{ school: "IIT Roorkee", degree: "MTech", fieldOfStudy: "Computer Science" },
	{ school: "Symbiosis Institute", degree: "MBA", fieldOfStudy: "Marketing" },
	{ school: "Cochin University", degree: "MCA", fieldOfStudy: "Computer Applications" },
	{ school: "National Institute of Design", degree: "BDes", fieldOfStudy: "Interaction Design" },
] as const;

export const experience = [
	{ jobTitle: "Software engineer", description: "Bookings and settlement, on call every fourth week." },
	{
		jobTitle: "Front-end developer",
		description: "Checkout and accessibility of a shop with two million visits a month.",
	},
	{ jobTitle: "Systems administrator", description: "Forty servers, then twelve, then none that had a name." },
	{ jobTitle: "Test engineer", description: "Wrote the first automatic tests and taught nine people to keep them." },
	{ jobTitle: "Data analyst", description: "Weekly figures for the plant, from six sources that disagreed." },
	{ jobTitle: "Account manager", description: "Looked after thirty customers, of whom two left in three years." },
	{
		jobTitle: "ERP consultant",
		description: "Purchasing, the warehouse and the month's closing for mid-sized manufacturers.",
	},
	{ jobTitle: "Mobile developer", description: "An app for field staff that works without a network." },
] as const;

export const skills = [
	"TypeScript, React, Node.js, PostgreSQL",
	"Python, SQL, dbt, Airflow",
	"Kotlin, Flutter, offline storage",
	"Threat modelling, code review, Burp",
	"Kubernetes, Terraform, on-call",
	"Odoo, Tally, warehouse processes",
	"Figma, prototypes, tests with users",
	"Campaigns, search, plain English",
] as const;

/** Sources of page views; the shares are of those from outside the site. */
export const referrers = [
	["direct", 46],
	["google.com", 38],
	["linkedin.com", 14],
	["bing.com", 5],
	["clutch.co", 6],
	["duckduckgo.com", 3],
	["x.com", 3],
	["github.com", 2],
	["other", 3],
] as const;
