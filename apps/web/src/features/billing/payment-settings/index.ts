export { PaymentSettings } from './payment-settings.tsx'
