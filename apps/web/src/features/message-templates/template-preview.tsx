import { type TemplateParts, type TemplateValues, filledTemplate, valuesAt, withValues } from '@guiche/contract'
import {
  IconArrowBackUp,
  IconExternalLink,
  IconFileText,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconPointer,
  IconVideo,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './message-templates.module.css'

interface Props {
  parts: TemplateParts
  values: TemplateValues
  /** Of the picture in its header. */
  pictureUrl?: string | undefined
}

const headerIcons = { image: IconPhoto, video: IconVideo, document: IconFileText, location: IconMapPin }
const buttonIcons = { reply: IconArrowBackUp, url: IconExternalLink, phone: IconPhone, other: IconPointer }

/** The message as the customer sees it. */
export function TemplatePreview({ parts, values, pictureUrl }: Props) {
  const { t } = useTranslation()
  const { header, body } = filledTemplate(parts, values)
  return (
    <figure className={styles.preview} aria-label={t('templates.preview')}>
      <div className={styles.bubble}>
        <Header parts={parts} text={header} pictureUrl={pictureUrl} />
        <p className={styles.body}>{body || t('templates.previewEmpty')}</p>
        {parts.footer !== '' && <p className={styles.footer}>{parts.footer}</p>}
      </div>
      {parts.buttons.map((button, at) => {
        const Icon = buttonIcons[button.kind]
        const title = button.kind === 'url' ? withValues(button.url, valuesAt(parts, values, 'button', at)) : undefined
        return (
          // oxlint-disable-next-line react/no-array-index-key -- buttons have no id
          <span key={at} className={styles.button} title={title}>
            <Icon size={15} stroke={1.7} aria-hidden />
            <span className="cut">{button.text || '…'}</span>
          </span>
        )
      })}
    </figure>
  )
}

function Header({
  parts: { header },
  text,
  pictureUrl,
}: {
  parts: TemplateParts
  text: string
  pictureUrl: string | undefined
}) {
  const { t } = useTranslation()
  if (header === null) return null
  if (header.kind === 'text') return <p className={styles.header}>{text}</p>
  if (header.kind === 'image' && pictureUrl !== undefined)
    return <img className={styles.picture} src={pictureUrl} alt={t('templates.headers.image')} />
  const Icon = headerIcons[header.kind]
  return (
    <span className={styles.place}>
      <Icon size={26} stroke={1.4} aria-hidden />
      {t(`templates.headers.${header.kind}`)}
    </span>
  )
}
