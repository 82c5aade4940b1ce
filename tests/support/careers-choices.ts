import { listCareersChoices } from "../../shared/careers.ts";
import { testCareers } from "./careers.ts";

/** Stands for "virtual:careers-choices", which a build makes of the content. */
export default listCareersChoices(testCareers);
