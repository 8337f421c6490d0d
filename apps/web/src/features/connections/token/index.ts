export { TokenField } from './token-field.tsx'
