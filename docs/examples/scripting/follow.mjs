// Follows a run of rigkiln while it goes on: node follow.mjs CONFIG [OPTION...]
//
// Prints a line for each output that fails, and the numbers at the end. Ends with the exit code of rigkiln.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const options = ["run", ...process.argv.slice(2), "--progress", "json"];
const rigkiln = spawn("rigkiln", options, { stdio: ["ignore", "pipe", "inherit"] });
const closed = once(rigkiln, "close");

for await (const line of createInterface({ input: rigkiln.stdout })) {
  const event = JSON.parse(line);
  if (event.event === "unit" && event.status === "failed") {
    console.log(`${event.done}/${event.total} failed: ${event.output}: ${event.code}`);
  } else if (event.event === "end") {
    console.log(`written ${event.written}, unchanged ${event.unchanged}, failed ${event.failed}`);
  }
  // Later versions may write further events.
}

const [code, signal] = await closed;
process.exitCode = signal ? 1 : code;
