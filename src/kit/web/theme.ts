import { type ButtonProps, createTheme, type MantineColorsTuple } from '@mantine/core'

/** The accent in Mantine's ten shades. Text and buttons use shade 7 on a light background and shade 4 on a dark one. */
const green: MantineColorsTuple = [
  '#e9f6f0',
  '#d3ebdf',
  '#a6d7c0',
  '#75c29e',
  '#4fbf8f',
  '#2f9e72',
  '#1b8560',
  '#0f6b4a',
  '#0a5339',
  '#063d29',
]

export const theme = createTheme({
  primaryColor: 'green',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { green },
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      // Mantine picks the text colour for the light background only; on a dark background it would have too little
      // contrast.
      vars: (_theme: unknown, { variant, color = 'green' }: ButtonProps) => {
        const tone = color === 'green' ? 'accent' : color === 'red' ? 'refused' : null
        return (variant ?? 'filled') === 'filled' && tone
          ? {
              root: {
                '--button-bg': `var(--${tone})`,
                '--button-hover': `var(--${tone}-strong)`,
                '--button-color': `var(--on-${tone})`,
              },
            }
          : { root: {} }
      },
    },
    Modal: { defaultProps: { centered: true, radius: 'md', overlayProps: { backgroundOpacity: 0.4 } } },
    TextInput: { defaultProps: { size: 'sm' } },
    // The help text is below its field, and an error takes its place.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
  },
})
