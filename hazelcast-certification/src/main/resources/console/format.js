// Numbers, sizes and times as people read them. What is not known is a dash, never 0.

export const UNKNOWN = '–';

const whole = new Intl.NumberFormat(undefined, {maximumFractionDigits: 0});
const oneDigit = new Intl.NumberFormat(undefined, {minimumFractionDigits: 1, maximumFractionDigits: 1});
const twoDigits = new Intl.NumberFormat(undefined, {minimumFractionDigits: 2, maximumFractionDigits: 2});
const compactNumber = new Intl.NumberFormat(undefined, {notation: 'compact', maximumFractionDigits: 1});
const clock = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'});
const minutes = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const day = new Intl.DateTimeFormat(undefined, {day: 'numeric', month: 'short'});
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
});

const known = (value, format) => (value === null || value === undefined ? UNKNOWN : format(value));

export const count = value => known(value, whole.format);
export const compact = value => known(value, compactNumber.format);
export const percent = (share, digits = 2) =>
  known(share, value => `${(digits === 0 ? whole : digits === 1 ? oneDigit : twoDigits).format(100 * value)} %`);

/** Milliseconds with as many digits as matter, without the unit. */
export const latency = ms => known(ms, value => (value < 10 ? twoDigits : value < 100 ? oneDigit : whole).format(value));

/** A mean, whose further digits change all the time and say nothing. */
export const nanoseconds = ns => known(ns, value => (value < 10 ? oneDigit : whole).format(value));

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function bytes(value) {
  return known(value, size => {
    let unit = 0;
    while (size >= 1024 && unit < UNITS.length - 1) {
      size /= 1024;
      unit++;
    }
    return `${(unit > 0 && size < 100 ? oneDigit : whole).format(size)} ${UNITS[unit]}`;
  });
}

export function duration(ms) {
  return known(ms, value => {
    const seconds = Math.max(0, Math.round(value / 1000));
    if (seconds < 60) {
      return `${seconds} s`;
    }
    if (seconds < 3600) {
      return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
    }
    return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  });
}

/** Local time of day. */
export const time = ms => known(ms, value => clock.format(value));
export const hourAndMinute = ms => known(ms, value => minutes.format(value));
export const date = ms => known(ms, value => day.format(value));
export const dateTime = ms => known(ms, value => dayAndTime.format(value));

/** For titles: the same moment in UTC. */
export const utc = ms => known(ms, value => `${new Date(value).toISOString().replace('T', ' ').replace('Z', '')} UTC`);

const midnight = moment => moment.setHours(0, 0, 0, 0);
const isToday = ms => midnight(new Date(ms)) === midnight(new Date());

/** Time of day if it is today, with the date if it is not. */
export const moment = ms => known(ms, value => (isToday(value) ? clock : dayAndTime).format(value));

/** 'TOO_FEW_MEMBERS' as 'Too few members'. */
export function words(name) {
  const lower = name.toLowerCase().replaceAll('_', ' ');
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
