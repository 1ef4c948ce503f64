/** Stroke paths in a 16 by 16 box. */
const shapes = {
  yes: 'M3 8.5 6.5 12 13 4.5',
  no: 'M4 4l8 8M12 4l-8 8',
  none: 'M4 8h8',
  unknown: 'M5.5 6a2.5 2.5 0 1 1 3.7 2.2C8.4 8.6 8 9 8 10M8 12.8v.2',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l3.5 3.5',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 1 1 6.5 2.5a4.8 4.8 0 0 0 7 7Z',
  screen: 'M2 3h12v8H2ZM6 14h4M8 11v3',
  close: 'M4 4l8 8M12 4l-8 8',
  stop: 'M5 5h6v6H5Z',
  send: 'M8 13V3M4 7l4-4 4 4',
  plus: 'M8 3v10M3 8h10',
  attach: 'M12.5 7.5 8 12a2.8 2.8 0 0 1-4-4l5-5a1.9 1.9 0 0 1 2.7 2.7L7 10.400a.9.9 0 0 1-1.3-1.300L9.5 5.3',
  image: 'M2.5 3h11v10h-11ZM2.5 11l3.5-3.5 2.5 2.5 2-2 3 3M10.5 5.800v.1',
  audio: 'M3 6.500v3M6 4v8M9 5.500v5M12 3v10',
  video: 'M2 4h8v8H2ZM10 7l4-2v6l-4-2',
  pdf: 'M4 1.500h5.500l3 3V14.500H4ZM9.5 1.500v3h3M6 8h4.500M6 11h4.5',
  file: 'M4 1.500h5.500l3 3V14.500H4ZM9.5 1.500v3h3',
  working: 'M8 2a6 6 0 1 1-6 6',
  pending: 'M8 2.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11Z',
  alert: 'M8 2 14.5 13.500h-13ZM8 6.500v3M8 11.500v.1',
  branch: 'M4 3v6a2 2 0 0 0 2 2h6M9.5 8.5 12 11l-2.5 2.5',
  more: 'M3 8v.1M8 8v.1M13 8v.1',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  edit: 'M3 13l.6-2.800 7.400-7.400a1.500 1.500 0 0 1 2.200 2.200L5.800 12.400ZM9.800 4l2.200 2.200',
  retry: 'M13 8a5 5 0 1 1-1.600-3.700M13 2.500v2.500h-2.500',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1.200 1.500H2.800ZM6.800 14.500h2.400',
  'bell-off': 'M4 11V7a4 4 0 0 1 6.800-2.900M12 7v4l1.200 1.500H4M6.800 14.500h2.400M2 2l12 12',
  split: 'M2 3h12v10H2ZM8 3v10',
  keyboard: 'M1.500 4h13v8h-13ZM4 6.500v.1M6.700 6.500v.1M9.300 6.500v.1M12 6.500v.1M5 9.500h6',
  changes: 'M4 1.500h8v13H4ZM8 4.500v4M6 6.500h4M6 11.500h4',
  copy: 'M5.5 5.500h8v8h-8ZM10.5 5.500v-3h-8v8h3',
} as const

export type IconName = keyof typeof shapes

/** A decorative icon: the text beside it carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
