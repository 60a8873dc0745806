// Light and dark, in Groupwright's own blue. The ramp keeps the contrast that WCAG AA requires. The build evaluates this
// file, so that the page has the colours and not the functions that mix them.
import {
  type BrandVariants,
  createDarkTheme,
  createLightTheme,
  type Theme,
} from '@fluentui/react-theme';

const brand: BrandVariants = {
  10: '#04030f',
  20: '#151236',
  30: '#201b5a',
  40: '#29237a',
  50: '#322c99',
  60: '#3b37b3',
  70: '#4542c8',
  80: '#4f4fd9',
  90: '#5f62e6',
  100: '#7279ee',
  110: '#868ff4',
  120: '#9ba6f8',
  130: '#b0bbfb',
  140: '#c6d0fd',
  150: '#dce3fe',
  160: '#eff2ff',
};

const font = {
  fontFamilyBase:
    // no text: names of fonts
    "'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', sans-serif",
};

export const lightTheme: Theme = { ...createLightTheme(brand), ...font };
export const darkTheme: Theme = {
  ...createDarkTheme(brand),
  ...font,
  // The greys of the cards, so that fields have the same tone.
  colorNeutralBackground1: '#1c1e26',
  colorNeutralBackground1Hover: '#282b37',
  colorNeutralBackground1Pressed: '#16181f',
  colorNeutralStroke1: '#555a6b',
  colorNeutralStroke1Hover: '#6d7386',
  colorBrandForeground1: brand[120],
  colorBrandForeground2: brand[130],
  colorBrandForegroundLink: brand[120],
  colorBrandForegroundLinkHover: brand[130],
  colorNeutralForeground2BrandHover: brand[120],
};
