import {
  type MessageTemplateView,
  type TemplateParts,
  type TemplateValues,
  filledTemplate,
  shownButtons,
} from '@guiche/contract'
import { IconFileText, IconMapPin, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ShownButtons } from '../../ui/template/shown-buttons.tsx'
import styles from './message-templates.module.css'

interface Props {
  parts: TemplateParts
  values: TemplateValues
  /** Of a carousel. */
  cards?: MessageTemplateView['cards'] | undefined
  /** Of the picture in its header. */
  pictureUrl?: string | undefined
}

const headerIcons = { image: IconPhoto, video: IconVideo, document: IconFileText, location: IconMapPin }

/** The message as the customer sees it. */
export function TemplatePreview({ parts, values, cards = [], pictureUrl }: Props) {
  const { t } = useTranslation()
  return (
    <figure className={styles.preview} aria-label={t('templates.preview')}>
      <Bubble parts={parts} values={values} pictureUrl={pictureUrl} />
      {cards.length > 0 && (
        <div className={styles.cards} role="group" aria-label={t('templates.cardsLabel')}>
          {cards.map((card, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- cards have no id
            <Bubble key={at} parts={{ ...card, footer: '' }} values={{}} />
          ))}
        </div>
      )}
    </figure>
  )
}

function Bubble({ parts, values, pictureUrl }: Omit<Props, 'cards'>) {
  const { t } = useTranslation()
  const { header, body } = filledTemplate(parts, values)
  return (
    <div className={styles.bubble}>
      <Header parts={parts} text={header} pictureUrl={pictureUrl} />
      <p className={styles.body}>{body || t('templates.previewEmpty')}</p>
      {parts.footer !== '' && <p className={styles.footer}>{parts.footer}</p>}
      <ShownButtons buttons={shownButtons(parts, values)} />
    </div>
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
