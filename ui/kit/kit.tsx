import { showKit } from "./show-kit.tsx";
import type { KitState } from "./state.ts";

showKit(import.meta.glob<{ states: KitState[] }>("./sections/*.tsx", { eager: true }));
