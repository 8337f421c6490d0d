export { AudienceFields } from './audience-fields.tsx'
