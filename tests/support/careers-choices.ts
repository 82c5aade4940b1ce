import { listCareersChoices } from "../../shared/careers.ts";
import { testCareers } from "./careers.ts";

/** The choices of the test company's careers. */
export default listCareersChoices(testCareers);
