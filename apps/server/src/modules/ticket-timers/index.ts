export { armTimers, ratingDueAt, rearmTimers } from './arm-timers.ts'
export {
  type DueTimer,
  type TakenTimer,
  type TimerKind,
  clearTimers,
  companiesWithDue,
  endTimers,
  hastenRotation,
  setTimer,
  takeDue,
} from './ticket-timers.repository.ts'
