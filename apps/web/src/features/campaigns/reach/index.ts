export { ReachFields } from './reach-fields.tsx'
