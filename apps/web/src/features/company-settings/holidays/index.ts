export { Holidays } from './holidays.tsx'
