export { Calendar } from './calendar.tsx'
export { CalendarHead } from './calendar-head.tsx'
export { type CalendarView, rangeOf } from './days.ts'
