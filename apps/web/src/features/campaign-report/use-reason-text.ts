import { useTranslation } from 'react-i18next'

/** Why a person got no message, or a campaign did not start: in the words of a campaign, or those of the error. */
export function useReasonText(): (reason: string | null) => string {
  const { t, i18n } = useTranslation()
  return (reason) => {
    if (reason === null) return t('campaign-report.reasons.unknown')
    const [own, known] = [`campaign-report.reasons.${reason}`, `errors.${reason}`]
    if (i18n.exists(own)) return t(own)
    return i18n.exists(known) ? t(known) : t('campaign-report.reasons.unknown')
  }
}
