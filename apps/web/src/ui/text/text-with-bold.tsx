import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type Values, boldParts } from './bold-parts.ts'

interface Props {
  /** Of a text with parts between `<b>` and `</b>`. */
  textKey: string
  values: Values
}

export function TextWithBold({ textKey, values }: Props) {
  const { t } = useTranslation()
  const parts = boldParts(t(textKey, { skipInterpolation: true }), values)
  // oxlint-disable-next-line react/no-array-index-key -- a part has no other identity
  return parts.map((part, nth) => (nth % 2 === 1 ? <b key={nth}>{part}</b> : <Fragment key={nth}>{part}</Fragment>))
}
