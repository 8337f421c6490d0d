import { useTranslation } from 'react-i18next'
import { phoneText } from '../../lib/phone.ts'

/** A number as people read it, or what is wrong with it. */
export function Phone({ number }: { number: string }) {
  const { t } = useTranslation()
  const phone = phoneText(number)
  return 'text' in phone ? phone.text : t(phone.problem)
}
