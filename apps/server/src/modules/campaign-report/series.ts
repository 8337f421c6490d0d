const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** In seconds. */
const steps = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day, 7 * day]

/** A chart with more of them cannot be read. */
const mostPoints = 60

/** The shortest step, in seconds, with which a time of this many seconds fits on a chart. */
export const stepFor = (seconds: number): number => steps.find((step) => seconds / step <= mostPoints) ?? 7 * day
