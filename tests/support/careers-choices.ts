import { listCareersChoices } from "../../shared/careers.ts";
import { testCareers } from "./careers.ts";

/** What the careers of a test offer to choose from. */
export default listCareersChoices(testCareers);
