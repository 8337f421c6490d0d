export { CheckoutDialog } from './checkout-dialog.tsx'
