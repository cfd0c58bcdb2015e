// SPDX-License-Identifier: Apache-2.0
// Draws the plots of a report from the data in the page. All words come from the data as text:
// what a cluster or a setting says is never taken for markup.
(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const alone = data.runs.length === 1;
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const touch = window.matchMedia('(pointer: coarse)').matches;
  const DASHES = ['solid', [7, 3], [2, 3], [10, 3, 2, 3], [14, 4], [5, 4, 1, 4, 1, 4]];
  const COLOURS = {
    light: ['#0b6bcb', '#c2410c', '#0f7b4f', '#8b3fb8', '#a16b00', '#0b7d92', '#5b6470', '#b3206f', '#4d7c0f', '#3f3fbf'],
    dark: ['#6db3ff', '#ff9a5c', '#5fd39a', '#cf9bf2', '#e8bd55', '#5cccdf', '#a9b3c1', '#ff86bd', '#a8d25a', '#a3a3ff']
  };
  // Powers of 1000, on which the ticks of an axis lie.
  const BYTES = [' B', ' kB', ' MB', ' GB', ' TB', ' PB'];
  const charts = [];
  let printing = false;
  let bands = true;
  let range = null;
  // Where the pointer is, a time; ECharts itself tells of the nearest number only.
  let pointed = null;
  // The plots of which all lines are drawn, and not the largest only.
  const wholly = new Set();
  let marking = 0;

  const whole = (function () {
    const ends = data.runs.map((run) => base(run) + Math.max(1, run.seconds) * 1000);
    return [Math.min(...data.runs.map(base)), Math.max(...ends)];
  })();

  // One run is drawn in wall-clock time of the report's zone, several from their begins.
  function base(run) {
    return alone ? run.from + run.zoneMillis : 0;
  }

  function inDark() {
    return dark.matches && !printing;
  }

  function escaped(text) {
    return echarts.format.encodeHTML(String(text));
  }

  function two(n) {
    return String(n).padStart(2, '0');
  }

  function span(seconds) {
    const s = Math.round(seconds);
    const days = Math.floor(s / 86400);
    return (days > 0 ? days + 'd ' : '') + Math.floor(s / 3600 % 24) + ':' + two(Math.floor(s / 60 % 60)) + ':' + two(s % 60);
  }

  function clock(ms, brief) {
    if (!alone) {
      return span(ms / 1000);
    }
    const text = new Date(ms).toISOString();
    return whole[1] - whole[0] > 43200000 ? text.slice(5, 16).replace('T', ' ') : text.slice(11, brief ? 16 : 19);
  }

  function digits(value) {
    const size = Math.abs(value);
    return size >= 100 || value === Math.round(value) ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
  }

  function scaled(value, step, units) {
    let unit = 0;
    while (Math.abs(value) >= step && unit < units.length - 1) {
      value /= step;
      unit++;
    }
    return digits(value) + units[unit];
  }

  function shown(value, unit) {
    switch (unit) {
      case 'ms':
        return value >= 1000 ? digits(value / 1000) + ' s' : digits(value) + ' ms';
      case 's':
        return digits(value) + ' s';
      case 'ratio':
        return digits(value * 100) + ' %';
      case 'bytes':
        return scaled(value, 1000, BYTES);
      case 'bytes/s':
        return scaled(value, 1000, BYTES) + '/s';
      default:
        return scaled(value, 1000, ['', ' k', ' M', ' B', ' T']) + (unit === '/s' ? '/s' : '');
    }
  }

  function ink() {
    return inDark()
      ? {text: '#c6cedb', soft: '#a2abb8', line: '#303742', card: '#181c23', phase: '#4a5364', colours: COLOURS.dark, heat: ['#1d2b3d', '#24507f', '#3f86d0', '#9fd0ff', '#f2f8ff']}
      : {text: '#2a303a', soft: '#59616e', line: '#d9dde3', card: '#ffffff', phase: '#b4bbc6', colours: COLOURS.light, heat: ['#e4eef9', '#a3c8ee', '#5b97d6', '#1f5fa8', '#08264d']};
  }

  // A colour for each line of one run; of several runs, a colour for each run and a dash for each line.
  function look(line, index, names, colours) {
    const colour = alone || line.run < 0 ? index : line.run;
    return {color: colours[colour % colours.length], type: DASHES[names.indexOf(line.name) % DASHES.length], width: 1.6};
  }

  function label(line) {
    return alone || line.run < 0 ? line.name : line.name + ' · ' + data.runs[line.run].name;
  }

  function faultsAt(ms) {
    const found = [];
    data.runs.forEach((run) => run.faults.forEach((fault) => {
      if (base(run) + fault.from * 1000 <= ms && ms <= base(run) + fault.to * 1000) {
        found.push((alone ? '' : run.name + ': ') + 'fault ' + fault.id + ', ' + fault.fault + ' of ' + fault.targets + ' (' + fault.state + ')');
      }
    }));
    return found;
  }

  function kindColour(fault) {
    return getComputedStyle(document.documentElement).getPropertyValue('--k' + fault.colour).trim();
  }

  // Whether something is wide enough in a plot of the usual width, or of a narrow page, to bear so many letters.
  function bears(each, letters) {
    const seen = range || whole;
    return (each.to - each.from) * 1000 / (seen[1] - seen[0]) * Math.min(480, window.innerWidth - 110) > 7 * letters;
  }

  function faultSeries(style) {
    const total = data.runs.reduce((sum, run) => sum + run.faults.length, 0);
    const areas = [];
    data.runs.forEach((run, r) => run.faults.forEach((fault) => {
      const words = fault.id + ' ' + fault.fault;
      areas.push([
        {
          xAxis: base(run) + fault.from * 1000,
          name: bears(fault, words.length) ? words : String(fault.id),
          itemStyle: {color: kindColour(fault), opacity: .16, borderColor: kindColour(fault), borderWidth: 1, borderType: r === 0 ? 'solid' : 'dashed'},
          label: {show: total <= 30, position: 'insideTop', color: style.text, fontSize: 10, distance: 2}
        },
        {xAxis: base(run) + fault.to * 1000}
      ]);
    }));
    return {id: 'faults', name: 'faults', type: 'line', data: [], silent: true, animation: false, markArea: {silent: true, data: bands ? areas : []}};
  }

  // Where each phase of one run begins, with its name above the plot where there is room for it.
  function phaseSeries(style) {
    const lines = (alone ? data.runs[0].phases : []).map((phase) => ({
      xAxis: base(data.runs[0]) + phase.from * 1000,
      name: phase.name,
      label: {show: bears(phase, phase.name.length), formatter: '{b}', position: 'end', rotate: 0, color: style.soft, fontSize: 10, align: 'left', distance: 3}
    }));
    return {
      id: 'phases', name: 'phases', type: 'line', data: [], silent: true, animation: false,
      markLine: {silent: true, symbol: 'none', animation: false, lineStyle: {color: style.phase, type: 'dotted', width: 1}, data: lines}
    };
  }

  // ECharts makes up to twice as many intervals as it is asked for, whose ends all need room for a time.
  function timeAxis(style, width) {
    const intervals = Math.min(6, Math.max(2, Math.floor((width - 70) / 160)));
    // One form for all ticks: with seconds if they are less than a minute apart.
    const brief = () => (range || whole).reduce((from, to) => to - from) >= intervals * 60000;
    return {
      type: 'time', min: whole[0], max: whole[1], splitNumber: intervals,
      axisLine: {lineStyle: {color: style.soft}},
      axisLabel: {
        color: style.soft, hideOverlap: true, minMargin: 14, showMinLabel: false, showMaxLabel: false, fontSize: 11,
        formatter: (ms) => clock(ms, brief())
      },
      splitLine: {show: false},
      axisPointer: {label: {formatter: (p) => clock(p.value)}}
    };
  }

  // Ticks of a logarithmic axis: 1, 2 and 5 of each power of ten, or the powers alone where those are many.
  function logTicks(values) {
    const known = values.filter((v) => v > 0);
    const least = known.reduce((min, v) => Math.min(min, v), Infinity);
    const most = known.reduce((max, v) => Math.max(max, v), 0);
    const all = [];
    for (let power = Math.floor(Math.log10(least)); known.length > 0 && power <= Math.ceil(Math.log10(most)); power++) {
      (most / least > 100 ? [1] : [1, 2, 5]).forEach((step) => all.push(Number((step * 10 ** power).toPrecision(1))));
    }
    const from = Math.max(0, all.findLastIndex((v) => v <= least));
    const to = all.findIndex((v) => v >= most && v > all[from]);
    return all.slice(from, to + 1);
  }

  function numberAxis(plot, style) {
    return {
      type: plot.log ? 'log' : 'value', min: plot.log ? undefined : (v) => Math.min(0, v.min),
      axisLabel: {color: style.soft, fontSize: 11, formatter: (v) => shown(v, plot.unit)},
      splitLine: {lineStyle: {color: style.line}},
      splitNumber: 4
    };
  }

  // Draws the ticks of a logarithmic axis itself: that of ECharts has them at powers of one base only.
  function ticked(option, unit, values, style) {
    const ticks = logTicks(values);
    if (ticks.length === 0) {
      return option;
    }
    option.yAxis = {type: 'log', min: ticks[0], max: ticks[ticks.length - 1], axisLabel: {show: false}, axisLine: {show: false}, axisTick: {show: false}, splitLine: {show: false}};
    option.grid.left = 62;
    option.series.push({
      id: 'ticks', name: 'ticks', type: 'line', data: [], silent: true, animation: false,
      markLine: {
        silent: true, symbol: 'none', animation: false, z: 1, lineStyle: {color: style.line, type: 'solid', width: 1},
        data: ticks.map((v) => ({yAxis: v, label: {show: true, position: 'start', formatter: shown(v, unit), color: style.soft, fontSize: 11}}))
      }
    });
    return option;
  }

  function frame(plot, style) {
    return {
      animation: false, useUTC: true, color: style.colours,
      textStyle: {color: style.text, fontFamily: 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'},
      aria: {enabled: false},
      grid: {left: 8, right: 30, top: 34, bottom: 6, containLabel: true},
      tooltip: {
        trigger: 'axis', confine: true, transitionDuration: 0, backgroundColor: style.card, borderColor: style.line,
        textStyle: {color: style.text, fontSize: 12}, axisPointer: {type: 'line', lineStyle: {color: style.soft}}
      },
      legend: {type: 'plain', itemStyle: plot.kind === 'points' ? {color: 'inherit'} : {opacity: 0}, top: 0, left: 0, itemWidth: 30, textStyle: {color: style.text, fontSize: 12}, inactiveColor: style.soft}
    };
  }

  // The names stand in as many rows as they need, above the plot.
  function named(option, drawn, width) {
    let rows = 1;
    let used = 0;
    option.legend.data = drawn.map(label);
    option.legend.data.forEach((name) => {
      const wide = 45 + 7 * name.length;
      rows += used > 0 && used + wide > width ? 1 : 0;
      used = used > 0 && used + wide <= width ? used + wide : wide;
    });
    option.legend.width = width;
    option.grid.top = 14 + 20 * rows;
  }

  function zoomable(option) {
    option.dataZoom = [{id: 'time', type: 'inside', xAxisIndex: 0, filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false, moveOnMouseWheel: false, preventDefaultMouseMove: false}];
    // The tool box's own button is out of sight: dragging selects a time at once.
    option.toolbox = {top: -40, feature: {dataZoom: {yAxisIndex: false, filterMode: 'none', brushStyle: {color: 'rgba(90,140,210,.25)'}}}};
    if (range) {
      option.dataZoom[0].startValue = range[0];
      option.dataZoom[0].endValue = range[1];
    }
    return option;
  }

  // What a line says of a time: of steps the number of the interval in which it lies, else the nearest.
  function told(line, ms) {
    const from = base(data.runs[line.run]);
    const at = (ms - from) / 1000;
    let i = line.t.findLastIndex((t) => t <= at);
    if (line.steps) {
      return i < 0 || i === line.t.length - 1 ? null :
        {value: line.v[i], when: clock(from + line.t[i] * 1000) + '–' + clock(from + line.t[i + 1] * 1000)};
    }
    i = i < 0 || i + 1 < line.t.length && line.t[i + 1] - at < at - line.t[i] ? i + 1 : i;
    return {value: line.v[i], when: clock(from + line.t[i] * 1000)};
  }

  function timeTip(plot, drawn) {
    return (params) => {
      const found = params.filter((p) => drawn[p.seriesIndex]);
      if (found.length === 0) {
        return '';
      }
      const ms = pointed === null ? found[0].axisValue : pointed;
      const list = found.map((p) => [p, told(drawn[p.seriesIndex], ms)]).filter((each) => each[1] && each[1].value !== null);
      const first = list.length > 0 ? list[0][1].when : clock(ms);
      const when = escaped(first) + (alone ? ' <small>' + span((ms - whole[0]) / 1000) + ' in</small>' : '');
      const lines = list.map(([p, of]) => p.marker + escaped(p.seriesName) + ' <b>' + shown(of.value, plot.unit) + '</b>' +
        (of.when === first ? '' : ' <small>' + escaped(of.when) + '</small>'));
      return [when].concat(lines, faultsAt(ms).map(escaped)).join('<br>');
    };
  }

  function lines(plot, style, width) {
    const option = zoomable(frame(plot, style));
    const drawn = plot.lines.filter((line) => !line.more || wholly.has(plot.id));
    const names = [...new Set(drawn.map((line) => line.name))];
    option.xAxis = timeAxis(style, width);
    option.yAxis = numberAxis(plot, style);
    option.tooltip.formatter = timeTip(plot, drawn);
    named(option, drawn, width);
    option.series = drawn.map((line, i) => {
      const from = base(data.runs[line.run]);
      const like = look(line, i, names, style.colours);
      const few = !line.steps && line.t.length <= 12;
      // Intervals far apart from one another are too narrow to be seen without a mark.
      const apart = line.steps && line.v.filter((v) => v === null).length > line.v.length / 4;
      return {
        id: plot.id + '-' + i, name: label(line), type: 'line', step: line.steps ? 'end' : false, animation: false,
        symbol: few || apart ? 'circle' : 'none', showAllSymbol: true, symbolSize: few ? 5 : 3, lineStyle: like, itemStyle: {color: like.color}, connectNulls: false,
        // Steps hold their number to the next time, also where nothing is known from then on.
        data: line.t.map((t, j) => [from + t * 1000, plot.log && !(line.v[j] > 0) ? null : line.v[j]])
      };
    });
    option.series.push(faultSeries(style), phaseSeries(style));
    return plot.log ? ticked(option, plot.unit, plot.lines.flatMap((line) => line.v), style) : option;
  }

  function heat(plot, style, width) {
    const option = zoomable(frame(plot, style));
    const from = base(data.runs[plot.run]);
    const most = plot.cells.reduce((max, cell) => Math.max(max, cell[3]), 1);
    option.grid.top = 40;
    option.legend.show = false;
    option.xAxis = timeAxis(style, width);
    option.tooltip.trigger = 'item';
    option.tooltip.formatter = (p) => p.seriesId === 'faults' ? '' :
      clock(p.value[0]) + '–' + clock(p.value[1]) + '<br>' + shown(p.value[2], plot.unit) + ' to ' + shown(p.value[3], plot.unit) + ' <b>' + p.value[4] + '</b> operations';
    option.visualMap = {
      min: 0, max: Math.max(1, Math.log10(most)), dimension: 5, seriesIndex: 0, inRange: {color: style.heat}, orient: 'horizontal', right: 0, top: 0,
      itemWidth: 10, itemHeight: 110, text: [String(most), '1'], textStyle: {color: style.soft, fontSize: 11}, hoverLink: false
    };
    option.series = [{
      id: plot.id, name: plot.title, type: 'custom', animation: false, clip: true, encode: {x: [0, 1], y: [2, 3]},
      data: plot.cells.map((c) => plot.times[c[0]].map((t) => from + t * 1000).concat(c.slice(1), Math.log10(c[3]))),
      renderItem: (params, api) => {
        const low = api.coord([api.value(0), api.value(2)]);
        const high = api.coord([api.value(1), api.value(3)]);
        const area = params.coordSys;
        const rect = echarts.graphic.clipRectByRect(
          {x: low[0], y: high[1], width: Math.max(1, high[0] - low[0]), height: Math.max(1, low[1] - high[1])},
          {x: area.x, y: area.y, width: area.width, height: area.height});
        return rect && {type: 'rect', shape: rect, style: {fill: api.visual('color')}};
      }
    }, faultSeries(style), phaseSeries(style)];
    return ticked(option, plot.unit, plot.cells.flatMap((cell) => [cell[1], cell[2]]), style);
  }

  // A bar from the least to the most of the repetitions that a point is the median of.
  function bars(id, line, colour) {
    const barred = line.points.filter((p) => p.length > 4);
    return barred.length === 0 ? [] : [{
      id: id, name: label(line), type: 'custom', animation: false, silent: true, tooltip: {show: false}, encode: {x: 0, y: [1, 2]},
      data: barred.map((p) => [p[0], p[3], p[4]]),
      renderItem: (params, api) => {
        const [x, low] = api.coord([api.value(0), api.value(1)]);
        const high = api.coord([api.value(0), api.value(2)])[1];
        const stroke = (x1, y1, x2, y2) => ({type: 'line', name: 'bar', shape: {x1: x1, y1: y1, x2: x2, y2: y2}, style: {stroke: colour, lineWidth: 1.5}});
        return {type: 'group', children: [stroke(x, low, x, high), stroke(x - 4, low, x + 4, low), stroke(x - 4, high, x + 4, high)]};
      }
    }];
  }

  function curves(plot, style, width) {
    const option = frame(plot, style);
    const names = [...new Set(plot.lines.map((line) => line.name))];
    const points = plot.kind === 'points';
    // What was swept may be words; then nothing lies between two of them, and no line joins them.
    const words = plot.names.length > 0;
    const across = (v) => words ? plot.names[v] || v : shown(v, plot.acrossUnit) + (plot.acrossUnit ? '' : ' ' + plot.across);
    option.grid.bottom = 24;
    option.xAxis = {
      type: words ? 'category' : points ? 'value' : 'log', data: words ? plot.names : undefined, name: plot.across, nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: style.soft},
      axisLine: {lineStyle: {color: style.soft}}, splitLine: {show: false}, minInterval: points ? 1 : undefined, scale: !points,
      axisLabel: {color: style.soft, fontSize: 11, hideOverlap: !words, interval: words ? 0 : undefined, rotate: words && plot.names.length > 3 ? 20 : 0, formatter: (v) => words ? v : shown(v, plot.acrossUnit)},
      axisPointer: {label: {formatter: (p) => words ? p.value : shown(p.value, plot.acrossUnit)}}
    };
    option.yAxis = numberAxis(plot, style);
    named(option, plot.lines, width);
    option.tooltip.formatter = (params) => params.length === 0 ? '' :
      [(points ? '' : 'from ') + escaped(across(params[0].value[0]))]
        .concat(params.map((p) => p.marker + escaped(p.seriesName) + ' <b>' + shown(p.value[1], plot.unit) + '</b>' + (p.value[2] ? ' ' + escaped(p.value[2]) : '')))
        .join('<br>');
    option.series = plot.lines.map((line, i) => {
      const drawn = look(line, i, names, style.colours);
      return {
        id: plot.id + '-' + i, name: label(line), type: 'line', animation: false, step: points ? false : 'end',
        symbol: points ? ['circle', 'rect', 'triangle', 'diamond'][i % 4] : 'none', symbolSize: 9, lineStyle: words ? {...drawn, width: 0} : drawn, itemStyle: {color: drawn.color},
        areaStyle: points || i > 0 ? undefined : {opacity: .12, color: drawn.color}, data: line.points.map((p) => p.slice(0, 3))
      };
    });
    option.series.push(...plot.lines.flatMap((line, i) => bars(plot.id + '-' + i + '-bars', line, look(line, i, names, style.colours).color)));
    const numbers = plot.lines.flatMap((line) => line.points.flatMap((p) => [p[1]].concat(p.slice(3))));
    return plot.log ? ticked(option, plot.unit, numbers, style) : option;
  }

  function plotOf(place) {
    return data.plots.find((each) => each.id === place.dataset.plot);
  }

  function overTime(plot) {
    return plot.kind === 'lines' || plot.kind === 'heat';
  }

  function draw(place) {
    const plot = plotOf(place);
    const style = ink();
    const make = {lines: lines, heat: heat, curves: curves, points: curves}[plot.kind];
    // On paper a plot is drawn at a size of its own, which the style sheet then fits into its column.
    const size = printing ? {width: 330, height: 190} : {};
    const chart = echarts.init(place, null, {renderer: plot.kind === 'heat' ? 'canvas' : 'svg', ...size});
    const timed = overTime(plot);
    if (timed) {
      // To tell ECharts that dragging selects draws the plot again, so this waits until somebody points at it.
      let selects = touch;
      chart.getZr().on('mousemove', (event) => {
        pointed = chart.convertFromPixel({xAxisIndex: 0}, event.offsetX);
        if (!selects) {
          selects = true;
          chart.dispatchAction({type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true, escapeConnect: true});
        }
      });
      chart.getZr().on('globalout', () => { pointed = null; });
    }
    chart.setOption(make(plot, style, size.width || place.clientWidth));
    charts.push({chart: chart, place: place, timed: timed, plot: plot});
    offerAll(place, plot);
    if (timed) {
      chart.group = 'time';
      chart.on('datazoom', () => noticed(chart));
    }
    if (printing && plot.kind !== 'heat') {
      place.querySelector('svg').setAttribute('viewBox', '0 0 ' + size.width + ' ' + size.height);
    }
    place.dataset.drawn = 'yes';
  }

  // A button for the lines that are not drawn at first.
  function offerAll(place, plot) {
    const more = plot.kind === 'lines' ? new Set(plot.lines.filter((line) => line.more).map((line) => line.name)).size : 0;
    const heading = place.parentElement.querySelector('h4');
    if (more === 0 || heading.querySelector('button')) {
      return;
    }
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'rest';
    button.textContent = '+ ' + more + ' smaller';
    button.addEventListener('click', () => {
      wholly[wholly.has(plot.id) ? 'delete' : 'add'](plot.id);
      button.textContent = wholly.has(plot.id) ? 'the largest only' : '+ ' + more + ' smaller';
      redraw();
    });
    heading.append(button);
  }

  function noticed(chart) {
    const zoom = chart.getOption().dataZoom[0];
    range = zoom.endValue - zoom.startValue >= (whole[1] - whole[0]) * .999 ? null : [zoom.startValue, zoom.endValue];
    rangeChanged();
  }

  // The address keeps the range in seconds from the begin, so that it can be sent to somebody.
  function keepRange() {
    const hash = range ? '#t=' + range.map((ms) => Math.round((ms - whole[0]) / 100) / 10).join(',') : '';
    if (location.hash !== hash && (hash || location.hash.startsWith('#t='))) {
      history.replaceState(null, '', hash || location.pathname + location.search);
    }
  }

  // Follows the address: to a time, or to a row, which may stand in something that is folded.
  function follow() {
    const time = /^#t=([\d.]+),([\d.]+)$/.exec(location.hash);
    if (time) {
      show(whole[0] + time[1] * 1000, whole[0] + time[2] * 1000);
      return document.getElementById('plots').scrollIntoView();
    }
    const place = /^#[\w-]+$/.test(location.hash) && document.querySelector(location.hash);
    const folded = place && place.closest('details');
    if (folded) {
      folded.open = true;
      place.scrollIntoView();
    }
  }

  // Charts that are drawn anew need no second look, which takes half as long as to draw them.
  function rangeChanged() {
    tellRange();
    marking = marking || window.requestAnimationFrame(mark);
  }

  function tellRange() {
    const seen = range || whole;
    keepRange();
    // Seconds that are over, as in the duration on the first screen; zooming leaves fractions.
    const seconds = Math.floor((seen[1] - seen[0]) / 1000 + .001);
    document.querySelector('.range').textContent = clock(seen[0]) + ' – ' + clock(seen[1]) + ' (' + span(seconds) + ')';
  }

  function show(from, to) {
    const least = Math.min(2000, whole[1] - whole[0]);
    const length = Math.min(Math.max(to - from, least), whole[1] - whole[0]);
    const begin = Math.min(Math.max(from, whole[0]), whole[1] - length);
    range = length >= (whole[1] - whole[0]) * .999 ? null : [begin, begin + length];
    charts.filter((each) => each.timed).forEach((each) =>
      each.chart.dispatchAction({type: 'dataZoom', dataZoomId: 'time', startValue: begin, endValue: begin + length, escapeConnect: true}));
    rangeChanged();
  }

  // The words on bands and phases that there is room for depend on the time that is shown.
  function mark() {
    marking = 0;
    charts.filter((each) => each.timed).forEach((each) => each.chart.setOption({series: [faultSeries(ink()), phaseSeries(ink())]}));
  }

  function act(what) {
    const [from, to] = range || whole;
    const quarter = (to - from) / 4;
    switch (what) {
      case 'in':
        return show(from + quarter, to - quarter);
      case 'out':
        return show(from - 2 * quarter, to + 2 * quarter);
      case 'earlier':
        return show(from - quarter, to - quarter);
      case 'later':
        return show(from + quarter, to + quarter);
      default:
        return show(whole[0], whole[1]);
    }
  }

  function drawVisible(root) {
    root.querySelectorAll('.chart:not([data-drawn])').forEach((place) => {
      if (!place.closest('details:not([open])')) {
        draw(place);
      }
    });
    echarts.connect('time');
  }

  function redraw() {
    charts.splice(0).forEach((each) => {
      each.chart.dispose();
      delete each.place.dataset.drawn;
    });
    drawVisible(document);
  }

  function resize() {
    if (printing) {
      return;
    }
    charts.forEach((each) => each.chart.resize());
  }

  const keys = {'+': 'in', '=': 'in', '-': 'out', 'ArrowLeft': 'earlier', 'ArrowRight': 'later', '0': 'all', 'Escape': 'all'};

  document.querySelectorAll('.bar button').forEach((button) => button.addEventListener('click', () => act(button.dataset.do)));
  document.querySelectorAll('.chart').forEach((place) => {
    place.addEventListener('keydown', (event) => {
      if (keys[event.key] && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        act(keys[event.key]);
      }
    });
    // ECharts takes every turn of the wheel over a plot that can be zoomed (apache/echarts issue 10079):
    // without ctrl it belongs to the page.
    place.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) {
        event.stopPropagation();
      }
    }, {capture: true, passive: true});
  });
  document.querySelector('.bands input').addEventListener('change', (event) => {
    bands = event.target.checked;
    mark();
  });
  document.querySelectorAll('details').forEach((each) => each.addEventListener('toggle', () => drawVisible(each)));
  dark.addEventListener('change', redraw);
  window.addEventListener('resize', resize);
  window.addEventListener('beforeprint', () => {
    printing = true;
    redraw();
  });
  window.addEventListener('afterprint', () => {
    printing = false;
    redraw();
  });
  window.addEventListener('hashchange', follow);
  // Without a plot over time there is nothing to zoom.
  const zooms = [...document.querySelectorAll('.chart')].some((place) => overTime(plotOf(place)));
  document.querySelectorAll('.bar, .hint').forEach((each) => { each.hidden = !zooms; });
  drawVisible(document);
  if (location.hash) {
    follow();
  }
  tellRange();
  // For whoever looks at the page with a program: the tests do.
  window.catena = {charts: charts, whole: whole};
})();
