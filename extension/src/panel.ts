import { mount } from "svelte";

import "../../studio/src/app.css";
import Panel from "./Panel.svelte";
import "./panel.css";

const target = document.getElementById("studio");
const tab = Number(new URLSearchParams(location.search).get("tab") ?? NaN);
if (target) mount(Panel, { target, props: { tabId: Number.isInteger(tab) ? tab : null } });
