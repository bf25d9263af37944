export const THEME_KEY = "trainer-dashboard:theme";

/** Runs in the head before the first paint: the stored choice, else what the system prefers. */
export const THEME_SCRIPT = `(function(){var t="system";try{t=localStorage.getItem("${THEME_KEY}")||t}catch(e){}
var d=t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.theme=d?"dark":"light"})()`;
