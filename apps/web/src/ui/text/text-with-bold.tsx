import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  /** Of a text with parts between `<b>` and `</b>`. */
  textKey: string
  values: Readonly<Record<string, string | number | null | undefined>>
}

export function TextWithBold({ textKey, values }: Props) {
  const { t } = useTranslation()
  // Divided before the values are filled in, because those may contain anything.
  const parts = t(textKey, { skipInterpolation: true }).split(/<\/?b>/)
  const filled = parts.map((part) => part.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))
  // oxlint-disable-next-line react/no-array-index-key -- a part has no other identity
  return filled.map((part, nth) => (nth % 2 === 1 ? <b key={nth}>{part}</b> : <Fragment key={nth}>{part}</Fragment>))
}
