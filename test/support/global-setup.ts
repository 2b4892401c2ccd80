// Runs once before the whole suite.
export default function setup(): void {}
