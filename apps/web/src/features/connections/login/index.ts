export { ReturnedLogin } from './returned-login.tsx'
