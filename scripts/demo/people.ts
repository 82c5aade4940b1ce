import type { Random } from "./random.ts";

/** Names that go together, with phone numbers of their places. */
const origins = [
	{
		weight: 16,
		country: "India",
		phone: "+91 98### #####",
		cities: ["Delhi", "Gurugram", "Jaipur", "Lucknow", "Bhopal", "Gwalior"],
		first: "Aarav Ishita Kabir Neha Rohit Shreya Vikram Pooja Siddharth Kavya Manish Ritu Nikhil Swati Aditya Garima",
		last: "Sharma Verma Mathur Saxena Agarwal Chauhan Tiwari Bansal Khanna Rawat",
	},
	{
		weight: 12,
		country: "India",
		phone: "+91 984## #####",
		cities: ["Chennai", "Coimbatore", "Madurai", "Bengaluru", "Mysuru"],
		first: "Meenakshi Karthik Lakshmi Arvind Deepa Suresh Anitha Ganesh Revathi Prakash Nandini Harish",
		last: "Iyer Venkataraman Subramanian Krishnan Gowda Hegde Rao Narayanan Murthy",
	},
	{
		weight: 8,
		country: "India",
		phone: "+91 94470 #####",
		cities: ["Kochi", "Thiruvananthapuram", "Kozhikode"],
		first: "Thomas Anju Joseph Divya Mathew Reshma Vishnu Asha George Sneha",
		last: "Kurien Menon Varghese Nair Pillai Cherian Panicker",
	},
	{
		weight: 9,
		country: "India",
		phone: "+91 98220 #####",
		cities: ["Pune", "Mumbai", "Nashik", "Nagpur"],
		first: "Ishaan Nandini Sachin Prajakta Omkar Aditi Tejas Mrunal Sameer Vaishnavi",
		last: "Deshpande Kulkarni Joshi Patil Gokhale Shinde Apte Kale",
	},
	{
		weight: 7,
		country: "India",
		phone: "+91 98250 #####",
		cities: ["Ahmedabad", "Surat", "Vadodara", "Rajkot"],
		first: "Hetal Jignesh Bhavna Mehul Krupa Chirag Dhara Parth",
		last: "Patel Shah Mehta Desai Trivedi Solanki",
	},
	{
		weight: 7,
		country: "India",
		phone: "+91 98300 #####",
		cities: ["Kolkata", "Siliguri", "Durgapur"],
		first: "Debojyoti Ananya Subhash Moumita Arjun Sreejita Anirban Payel",
		last: "Sen Bhattacharya Mukherjee Banerjee Ghosh Chatterjee Dutta",
	},
	{
		weight: 6,
		country: "India",
		phone: "+91 98140 #####",
		cities: ["Amritsar", "Ludhiana", "Chandigarh"],
		first: "Gurpreet Harleen Manpreet Jasleen Amarjit Simran Balwinder",
		last: "Singh Kaur Sandhu Gill Dhillon Grewal",
	},
	{
		weight: 6,
		country: "India",
		phone: "+91 99100 #####",
		cities: ["Hyderabad", "Mumbai", "Lucknow", "Aligarh"],
		first: "Farida Imran Zoya Salman Ayesha Faisal Nazia Rehan",
		last: "Sheikh Qureshi Ansari Khan Siddiqui Mirza",
	},
	{
		weight: 3,
		country: "India",
		phone: "+91 94361 #####",
		cities: ["Guwahati", "Shillong", "Imphal", "Aizawl"],
		first: "Lalrin Bonny Temsu Ibanri Rituraj Monalisa",
		last: "Lyngdoh Borah Jamir Sailo Kharkongor",
	},
	{
		weight: 4,
		country: "United Arab Emirates",
		phone: "+971 50 ### ####",
		cities: ["Dubai", "Sharjah", "Abu Dhabi"],
		first: "Omar Layla Hassan Mariam Yousef Noor",
		last: "Al-Mansoori Haddad Khoury Saleh Nasser",
	},
	{
		weight: 4,
		country: "United Kingdom",
		phone: "+44 7700 900###",
		cities: ["London", "Leeds", "Bristol"],
		first: "Harriet Callum Imogen Rhys Beatrice Ewan",
		last: "Whitfield O'Connor Ashworth MacLeod Pemberton Hughes",
	},
	{
		weight: 3,
		country: "Germany",
		phone: "+49 30 23125 ###",
		cities: ["Berlin", "Hamburg", "Stuttgart"],
		first: "Jürgen Annika Matthias Käthe Lukas Friederike",
		last: "Weiß Schröder Brandt Lindner Krüger Hoffmann",
	},
	{
		weight: 3,
		country: "Kenya",
		phone: "+254 7## ######",
		cities: ["Nairobi", "Mombasa", "Kisumu"],
		first: "Wanjiru Otieno Achieng Kamau Nakato Baraka",
		last: "Mwangi Odhiambo Njoroge Wambui Okello",
	},
	{
		weight: 2,
		country: "United States",
		phone: "+1 555 01##",
		cities: ["Austin", "Denver", "Chicago"],
		first: "Maya Desmond Claire Hector Priscilla",
		last: "Whitaker Alvarez Fournier Nguyen O'Brien",
	},
	{
		weight: 2,
		country: "Singapore",
		phone: "+65 6123 ####",
		cities: ["Singapore"],
		first: "Wei Ling Jun Hao Siti",
		last: "Tan Lim Goh Rahman",
	},
].map(({ first, last, ...origin }) => ({ ...origin, first: first.split(" "), last: last.split(" ") }));

const companies = [
	"Dugdh Sangam Dairy",
	"Ghatmarg Ferries",
	"Tulsara Clinics",
	"Laneboard Logistics",
	"Roofline Sheets",
	"Purvaiya Pumps",
	"Marginalia Press",
	"Sahyadri Travels",
	"Hooghly Steel",
	"Marina Health",
	"Neelgiri Tea Estates",
	"Kesar Sweets",
	"Setu Microfinance",
	"Pattiwala Textiles",
	"Aravali Marbles",
	"Gulmohar Schools",
	"Varun Cold Chain",
	"Bhumi Surveys",
	"Chandni Lights",
	"Narmada Seeds",
	"Konark Castings",
	"Meghdoot Couriers",
	"Sundar Spices",
	"Trikut Hospitals",
	"Vajra Fasteners",
	"Yamuna Papers",
	"Jharokha Hotels",
	"Kaveri Credit Union",
	"Lotus Diagnostics",
	"Malabar Marine",
	"Nakshatra Jewels",
	"Ojas Pharma",
	"Parivar Foods",
	"Rann Salt Works",
	"Shikhar Adventures",
	"Tana Bana Weavers",
	"Udaan Coaching",
	"Vriksha Furniture",
	"Ziyarat Tours",
	"Brightwater Lettings",
	"Harbour and Finch",
	"Lindenhof Werkzeuge",
	"Al Noor Trading",
	"Kilima Coffee",
	"Savanna Solar",
	"Northgate Dental",
	"Maple Ridge Builders",
	"Temasek Print House",
] as const;

export type Person = {
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	city: string;
	company: string;
};

/**
 * Creates people whose names, towns and numbers go together, each with a unique address. Without a domain, it is their company's; people
 * of an unknown country come from any.
 */
export function createPeople(random: Random): { next(of?: { domain?: string | undefined; country?: string }): Person } {
	const taken = new Map<string, number>();
	return {
		next({ domain, country } = {}) {
			const compatriots = origins.filter((one) => one.country === country);
			const among = compatriots.length > 0 ? compatriots : origins;
			const origin = random.pickWeighted(among.map((one) => [one, one.weight] as const));
			const firstName = random.pick(origin.first);
			const lastName = random.pick(origin.last);
			const company = random.pick(companies);
			const host = domain ?? `${toAscii(company)}.example`;
			const name = `${toAscii(firstName)}.${toAscii(lastName)}`;
			const earlier = taken.get(`${name}@${host}`) ?? 0;
			taken.set(`${name}@${host}`, earlier + 1);
			return {
				firstName,
				lastName,
				email: `${name}${earlier === 0 ? "" : earlier + 1}@${host}`,
				phone: origin.phone.replaceAll("#", () => String(random.between(0, 9))),
				city: random.pick(origin.cities),
				company,
			};
		},
	};
}

/** Returns a name for use in addresses. */
export function toAscii(text: string): string {
	return text
		.replaceAll("ß", "ss")
		.normalize("NFKD")
		.replaceAll(/[^a-zA-Z0-9]/g, "")
		.toLowerCase();
}
