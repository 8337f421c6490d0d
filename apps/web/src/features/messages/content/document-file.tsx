import {
  IconDownload,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileZip,
  type IconProps,
} from '@tabler/icons-react'
import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { readable } from '../../../lib/text/plain-text.ts'
import { PlainText } from '../../../ui/text/formatted-text.tsx'
import styles from './message-content.module.css'

interface Props {
  url: string
  name: string | null
  size: number | null
  pages?: number | null
}

const icons: Record<string, typeof IconFile> = {
  pdf: IconFileTypePdf,
  doc: IconFileTypeDoc,
  docx: IconFileTypeDoc,
  odt: IconFileTypeDoc,
  rtf: IconFileTypeDoc,
  xls: IconFileSpreadsheet,
  xlsx: IconFileSpreadsheet,
  ods: IconFileSpreadsheet,
  csv: IconFileSpreadsheet,
  ppt: IconFileTypePpt,
  pptx: IconFileTypePpt,
  odp: IconFileTypePpt,
  zip: IconFileZip,
  rar: IconFileZip,
  '7z': IconFileZip,
  txt: IconFileText,
}

/** By the extension of its name. */
export function FileIcon({ name, ...look }: { name: string } & Omit<IconProps, 'ref' | 'name'>) {
  return createElement(icons[typeOf(name)] ?? IconFile, look)
}

const typeOf = (name: string) => endingOf(name).slice(1).toLowerCase()

/** A file to download. */
export function DocumentFile({ url, name, size, pages = null }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = readable(name ?? '') || t('messages.kind.document')
  const type = typeOf(shown)
  const detail = [
    type.toUpperCase(),
    pages !== null && t('messages.pages', { count: pages }),
    size !== null && format.fileSize(size),
  ]
    .filter(Boolean)
    .join(' · ')

  return (
    <a
      className={styles.file}
      href={url}
      download={shown}
      rel="noopener noreferrer"
      aria-label={t('messages.downloadFile', { name: shown })}
      data-type={type}
    >
      <FileIcon name={shown} size={28} stroke={1.4} aria-hidden />
      <span className={styles.fileText}>
        <FileName name={shown} />
        <small>{detail}</small>
      </span>
      <IconDownload size={18} stroke={1.7} aria-hidden />
    </a>
  )
}

/** The extension stays visible when the name is cut. */
export function FileName({ name }: { name: string }) {
  const ending = endingOf(name)
  return (
    <span className={styles.fileName}>
      <span className="cut">
        <PlainText text={ending ? name.slice(0, -ending.length) : name} />
      </span>
      <PlainText text={ending} />
    </span>
  )
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= 6 ? name.slice(dot) : ''
}
